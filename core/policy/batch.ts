/**
 * - `pending`: no item was claimed.
 * - `running`: an item was claimed.
 * - `complete`: every item has a result, of either kind.
 * - `failed`: the batch was stopped before that; the remaining items were aborted.
 */
export type BatchStatus = 'pending' | 'running' | 'complete' | 'failed'

/** Progress of a batch. Times: ms since 1970; null until the event. */
export interface BatchProgress {
  readonly status: BatchStatus
  readonly totalCount: number
  /** Items with a result: successes and failures. */
  readonly processedCount: number
  readonly successCount: number
  readonly failureCount: number
  readonly creditsCharged: number
  readonly startedAtMs: number | null
  readonly completedAtMs: number | null
}

/** Outcome of an item, which its batch adds to its counters. */
interface ItemOutcome {
  readonly isOk: boolean
  readonly credits: number
}

/** Age at which a batch is stopped. Unit: ms. */
export const BATCH_DEADLINE_MS = 24 * 60 * 60 * 1000

/** Time for which an idempotency key identifies its batch or its request. Unit: ms. */
export const IDEMPOTENCY_MS = 24 * 60 * 60 * 1000

/**
 * Idempotency keys of a workspace and a kind of key whose requests were not charged: one more removes the oldest. So
 * requests that cost nothing, such as those with a sandbox key, store little.
 */
export const MAX_UNPAID_KEYS = 1000

/** Requests that an idempotency key makes free, after the one that was charged. Each retrieves the page again. */
export const MAX_REPLAYS = 5

/** Times that an item may end its process. After that, it fails with `extraction_failed` and is not started again. */
export const MAX_ITEM_DEATHS = 5

/** When to create a batch again that has more items than sandbox keys of the workspace may have pending. Unit: ms. */
export const PENDING_RETRY_MS = 5000

/** Default time for which results are kept after the end of their batch. Unit: days. */
export const RESULTS_KEPT_DAYS = 7

/** Default of how long the record of a batch is kept after its end. */
export const RECORDS_KEPT_DAYS = 90

export function newBatchProgress(totalCount: number): BatchProgress {
  return {
    status: 'pending',
    totalCount,
    processedCount: 0,
    successCount: 0,
    failureCount: 0,
    creditsCharged: 0,
    startedAtMs: null,
    completedAtMs: null,
  }
}

/** Whether a batch has reached its final state. */
export function isEnded({ status }: Pick<BatchProgress, 'status'>): boolean {
  return status === 'complete' || status === 'failed'
}

/** Progress after an item was claimed: the first one starts the batch. */
export function startBatch(progress: BatchProgress, nowMs: number): BatchProgress {
  return progress.status === 'pending' ? { ...progress, status: 'running', startedAtMs: nowMs } : progress
}

/** Progress after an item got its result: the last one completes the batch. After the end: no effect. */
export function finishItem(progress: BatchProgress, { isOk, credits }: ItemOutcome, nowMs: number): BatchProgress {
  if (isEnded(progress)) return progress
  const { processedCount, totalCount, successCount, failureCount, creditsCharged } = startBatch(progress, nowMs)
  const isLast = processedCount + 1 === totalCount
  return {
    ...startBatch(progress, nowMs),
    status: isLast ? 'complete' : 'running',
    processedCount: processedCount + 1,
    successCount: successCount + (isOk ? 1 : 0),
    failureCount: failureCount + (isOk ? 0 : 1),
    creditsCharged: creditsCharged + credits,
    completedAtMs: isLast ? nowMs : null,
  }
}

/** Progress after a batch was canceled or passed its deadline: the remaining items are failures without a charge. After the end: no effect. */
export function stopBatch(progress: BatchProgress, nowMs: number): BatchProgress {
  if (isEnded(progress)) return progress
  const { totalCount, successCount } = progress
  return {
    ...progress,
    status: 'failed',
    processedCount: totalCount,
    failureCount: totalCount - successCount,
    completedAtMs: nowMs,
  }
}
