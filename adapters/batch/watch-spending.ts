import { toTimestamp, type SpendingEvent } from '../../core/contract/index.ts'
import { monthOf, reachedThresholds, type SpendingThreshold } from '../../core/policy/index.ts'
import type { Logger } from '../observe/log.ts'
import type { Audit } from '../store/audit.ts'
import type { Events, NewEvent } from '../store/events.ts'
import type { Ledger } from '../store/ledger.ts'
import type { Workspaces } from '../store/workspaces.ts'

export interface SpendingDeps {
  readonly store: {
    readonly workspaces: Pick<Workspaces, 'list'>
    readonly ledger: Pick<Ledger, 'usedCredits'>
    readonly audit: Pick<Audit, 'begin' | 'end'>
    readonly events: Pick<Events, 'add'>
  }
  readonly log: Pick<Logger, 'warn'>
}

/** A threshold that a workspace has reached. */
interface Reached {
  readonly workspace: string
  readonly month: string
  readonly percent: SpendingThreshold
  readonly spendingCap: number
  readonly usedCredits: number
}

/**
 * A round of it records which workspaces have reached a threshold of their spending cap: an entry in the audit log
 * and a line in the log, once for each threshold, month and cap, of all processes together. A workspace with a
 * receiver of events gets one, also when the receiver is set later in the month.
 */
export function createSpendingWatch({ store, log }: SpendingDeps): (nowMs: number) => Promise<void> {
  /** Ids of the entries and events that this process knows to be written. */
  let known = new Set<string>()
  return async (nowMs) => {
    const month = monthOf(nowMs)
    const reached = new Set<string>()
    for (const { id: workspace, spendingCap, eventsUrl } of await store.workspaces.list()) {
      if (spendingCap === null) continue
      const usedCredits = await store.ledger.usedCredits(workspace, nowMs)
      for (const percent of reachedThresholds(usedCredits, spendingCap)) {
        const facts = { workspace, month, percent, spendingCap, usedCredits }
        const id = ['spending', workspace, month, spendingCap, percent].join(' ')
        reached.add(id)
        if (!known.has(id) && (await record(store.audit, id, facts, nowMs))) {
          log.warn(facts, 'a workspace has reached a threshold of its spending cap')
        }
        if (eventsUrl === null) continue
        const event = toEvent(facts, nowMs)
        reached.add(event.id)
        if (!known.has(event.id)) await store.events.add(event, nowMs)
      }
    }
    known = reached
  }
}

/** Writes an entry to the audit log. Returns whether it is new. */
async function record(
  audit: SpendingDeps['store']['audit'],
  id: string,
  facts: Reached,
  nowMs: number,
): Promise<boolean> {
  const { workspace: workspaceId } = facts
  const own = { actor: 'service', address: null, command: 'spending.threshold', workspaceId }
  const isNew = await audit.begin({ id, atMs: nowMs, ...own, input: { ...facts } })
  await audit.end(id, { outcome: 'ok', workspaceId, subjectId: null })
  return isNew
}

/** The event of a threshold. It has the same id in every process. */
function toEvent({ workspace, month, percent, spendingCap, usedCredits }: Reached, nowMs: number): NewEvent {
  const id = ['spending', workspace, month, spendingCap, percent].join('_')
  const body: SpendingEvent = {
    id,
    event: 'spending.threshold',
    created_at: toTimestamp(nowMs),
    workspace,
    month,
    percent,
    spending_cap: spendingCap,
    used: usedCredits,
  }
  return { id, workspaceId: workspace, body: JSON.stringify(body) }
}
