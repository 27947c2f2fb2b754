import { monthOf, reachedThresholds } from '../../core/policy/index.ts'
import type { Logger } from '../observe/log.ts'
import type { Audit } from '../store/audit.ts'
import type { Ledger } from '../store/ledger.ts'
import type { Workspaces } from '../store/workspaces.ts'

export interface SpendingDeps {
  readonly store: {
    readonly workspaces: Pick<Workspaces, 'list'>
    readonly ledger: Pick<Ledger, 'usedCredits'>
    readonly audit: Pick<Audit, 'begin' | 'end'>
  }
  readonly log: Pick<Logger, 'warn'>
}

/**
 * A round of it records which workspaces have reached a threshold of their spending cap: an entry in the audit log
 * and a line in the log, once for each threshold, month and cap, of all processes together.
 */
export function createSpendingWatch({ store, log }: SpendingDeps): (nowMs: number) => Promise<void> {
  /** Ids of the entries that this process knows to be written. */
  let known = new Set<string>()
  return async (nowMs) => {
    const month = monthOf(nowMs)
    const reached = new Set<string>()
    for (const { id: workspaceId, spendingCap } of await store.workspaces.list()) {
      if (spendingCap === null) continue
      const usedCredits = await store.ledger.usedCredits(workspaceId, nowMs)
      for (const percent of reachedThresholds(usedCredits, spendingCap)) {
        const id = ['spending', workspaceId, month, spendingCap, percent].join(' ')
        reached.add(id)
        if (known.has(id)) continue
        const facts = { workspace: workspaceId, month, percent, spendingCap, usedCredits }
        const own = { actor: 'service', address: null, command: 'spending.threshold', workspaceId }
        const isNew = await store.audit.begin({ id, atMs: nowMs, ...own, input: facts })
        await store.audit.end(id, { outcome: 'ok', workspaceId, subjectId: null })
        if (isNew) log.warn(facts, 'a workspace has reached a threshold of its spending cap')
      }
    }
    known = reached
  }
}
