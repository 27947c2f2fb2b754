import { errorBody, printFailure, printSuccess, toErrorBody, type ErrorBody } from '../../core/contract/index.ts'
import { costOf, type KeyKind } from '../../core/policy/index.ts'
import type { Logger } from '../http/log.ts'
import type { Metrics } from '../http/metrics.ts'
import { parsePaidRequest, whenNotBusy, type PaidRequest, type Retriever } from '../retrieve/index.ts'
import type { Claim, Item } from '../store/batches.ts'
import type { Reservation, Store } from '../store/store.ts'

/** What items are worked on with. */
export interface ItemMeans {
  readonly store: Store
  readonly retrievers: Readonly<Record<KeyKind, Retriever>>
  readonly metrics: Metrics
  readonly log: Logger
  /** Unit: ms since 1970. */
  readonly now: () => number
}

/** What an item has led to: its record as JSON, or the body of an error. */
type Outcome = { readonly data: string; readonly credits: number } | ErrorBody

/**
 * Works on an item as on a request of its own, and writes its result. One that
 * has a result already is left alone.
 *
 * Rejects: with the reason of the signal, and with a `StoreError`; then it has no result.
 */
export async function workOnItem(claim: Claim, means: ItemMeans, signal: AbortSignal): Promise<void> {
  const { store, now } = means
  const item = await store.batches.findItem(claim)
  if (item === null) return
  const start = performance.now()
  const parsed = parsePaidRequest(item.endpoint, JSON.parse(item.input) as Readonly<Record<string, unknown>>)
  const reservation = parsed.ok ? await reserve(parsed.params, item, means) : null
  const outcome = parsed.ok ? await retrieve(parsed.params, reservation, item, means, signal) : toErrorBody(parsed)
  const facts = { index: claim.index, input: item.input, durationMs: Math.round(performance.now() - start) }
  const isOk = !('error' in outcome)
  const credits = isOk ? outcome.credits : 0
  const json = isOk ? printSuccess(facts, outcome.data, credits) : printFailure(facts, outcome)
  const ofItem = reservation === 'insufficient_credits' ? null : reservation
  const committed = await store.batches.commit({ ...claim, isOk, credits, json, reservation: ofItem }, now())
  if (committed === 'committed' && parsed.ok) means.metrics.countCredits(parsed.params.kind, credits)
}

/** Absent: null, the item is free. */
async function reserve(
  { maxPages }: PaidRequest,
  { kind, workspaceId }: Item,
  { store, now }: ItemMeans,
): Promise<Reservation | 'insufficient_credits' | null> {
  const most = costOf(kind, maxPages)
  return most === 0 ? null : await store.reserve(workspaceId, most, now())
}

async function retrieve(
  request: PaidRequest,
  reservation: Reservation | 'insufficient_credits' | null,
  item: Item,
  means: ItemMeans,
  signal: AbortSignal,
): Promise<Outcome> {
  if (reservation === 'insufficient_credits') return errorBody('insufficient_credits')
  try {
    const retrieval = await whenNotBusy(() => request.retrieve(means.retrievers[item.kind], signal), signal)
    means.metrics.countRetrieval(request.domain, 'error' in retrieval ? retrieval.error : 'ok', retrieval.winners)
    if ('error' in retrieval) return errorBody(retrieval.error)
    return { data: retrieval.json, credits: costOf(item.kind, retrieval.pages) }
  } catch (error) {
    if (signal.aborted) {
      if (reservation !== null) await means.store.release(reservation)
      throw error
    }
    means.log.error({ err: error }, 'a mistake of the service, in an item of a batch')
    return errorBody('internal_error')
  }
}
