import { toTimestamp, type SpendingEvent } from '../../../core/contract/index.ts'
import { monthOf, reachedThresholds, type SpendingThreshold } from '../../../core/policy/index.ts'
import type { Logger } from '../../observe/log.ts'
import { originOf } from '../../store/batches.ts'
import type { Ledger } from '../../store/ledger.ts'
import type { NewLetter, Outbox } from '../../store/outbox.ts'
import type { Workspaces } from '../../store/workspaces.ts'
import { describeSpending } from './describe-finding.ts'
import type { Finding, Report } from './report-finding.ts'

export interface SpendingDeps {
  readonly store: {
    readonly workspaces: Pick<Workspaces, 'list'>
    readonly ledger: Pick<Ledger, 'usedCredits'>
    readonly outbox: Pick<Outbox, 'add'>
  }
  readonly report: Report
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
 * A round of it reports which workspaces have reached a threshold of their spending cap, and writes a line in the log, once for each threshold, month and cap, of all processes together. A workspace with a
 * receiver of events gets one, also when the receiver is set later in the month.
 */
export function createSpendingTask({ store, report, log }: SpendingDeps): (nowMs: number) => Promise<void> {
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
        if (!known.has(id) && (await report(toFinding(id, facts), nowMs))) {
          log.warn(facts, 'a workspace has reached a threshold of its spending cap')
        }
        if (eventsUrl === null) continue
        const event = toEvent(facts, eventsUrl, nowMs)
        reached.add(event.id)
        if (!known.has(event.id)) await store.outbox.add(event, nowMs)
      }
    }
    known = reached
  }
}

function toFinding(id: string, reached: Reached): Finding {
  const { workspace: workspaceId } = reached
  const text = describeSpending(reached)
  return { id, type: 'spending.threshold', workspaceId, facts: toWire(reached), input: { ...reached }, text }
}

function toWire({ workspace, month, percent, spendingCap, usedCredits }: Reached) {
  return { workspace, month, percent, spending_cap: spendingCap, used: usedCredits }
}

/** The event of a threshold. It has the same id in every process. */
function toEvent(reached: Reached, url: string, nowMs: number): NewLetter {
  const { workspace, month, percent, spendingCap } = reached
  const id = ['spending', workspace, month, spendingCap, percent].join('_')
  const created_at = toTimestamp(nowMs)
  const body: SpendingEvent = { id, event: 'spending.threshold', created_at, ...toWire(reached) }
  return { type: 'event', id, workspaceId: workspace, origin: originOf(url), body: JSON.stringify(body) }
}
