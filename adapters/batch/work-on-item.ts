import { errorBody, printFailure, printSuccess } from '../../core/contract/index.ts'
import { findStorageProblem } from '../../core/policy/index.ts'
import type { Logger } from '../observe/log.ts'
import { retrievePaid, type PaidRetrievalDeps, type Settle } from '../retrieve/index.ts'
import type { Claim } from '../store/batches.ts'
import type { Store } from '../store/store.ts'

export interface ItemDeps extends PaidRetrievalDeps {
  readonly store: Store
  readonly log: Logger
}

/**
 * Works on an item of a batch as on a paid request, and commits its result. An item
 * that already has a result is left as it is. When the stored bytes of the workspace are
 * used up, the item fails with `quota_exceeded`, without a retrieval and a charge.
 *
 * Rejects: with the reason of the signal, and with a `StoreError`; the item has no result then.
 */
export async function workOnItem(claim: Claim, deps: ItemDeps, signal: AbortSignal): Promise<void> {
  const { store, log, now } = deps
  const item = await store.batches.findItem(claim)
  if (item === null) return
  const start = performance.now()
  const { endpoint, kind: keyKind, workspaceId } = item
  const input = JSON.parse(item.input) as Readonly<Record<string, unknown>>
  /** Result, counters, charge and the end of the reservation are one step of the store. */
  const settle: Settle = async (outcome, reservation) => {
    const { ok: isOk } = outcome
    const facts = { index: claim.index, input: item.input, durationMs: Math.round(performance.now() - start) }
    const credits = isOk ? outcome.credits : 0
    const json = isOk ? printSuccess(facts, outcome.retrieval.json, credits) : printFailure(facts, outcome.error)
    const committed = await store.batches.commit({ ...claim, isOk, credits, json, reservation }, now())
    return committed === 'committed'
  }
  const problem = findStorageProblem(await store.storage.usage(workspaceId, keyKind))
  if (problem !== null) {
    await settle({ ok: false, error: errorBody('quota_exceeded', { message: problem }), retrieval: null }, null, null)
    return
  }
  const onUnexpectedError = (error: unknown): void => {
    log.error({ err: error }, 'unexpected error in an item of a batch')
  }
  await retrievePaid({ endpoint, input, keyKind, workspaceId }, { settle, onUnexpectedError }, deps, signal)
}
