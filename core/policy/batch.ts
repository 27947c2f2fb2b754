/**
 * - `pending`: nothing of it was begun.
 * - `running`: its first item was claimed.
 * - `complete`: every item has a result, whatever the results.
 * - `failed`: it was stopped before that; the items left were aborted.
 */
export type BatchStatus = 'pending' | 'running' | 'complete' | 'failed'

/** How far a batch is. Times: ms since 1970, null before they came. */
export interface BatchProgress {
  readonly status: BatchStatus
  readonly totalCount: number
  /** Items that have a result: those that succeeded and those that did not. */
  readonly processedCount: number
  readonly successCount: number
  readonly failureCount: number
  readonly creditsCharged: number
  readonly startedAtMs: number | null
  readonly completedAtMs: number | null
}

/** What an item adds to its batch. */
interface ItemOutcome {
  readonly isOk: boolean
  readonly credits: number
}

/** A batch that runs longer is stopped. Unit: ms. */
export const BATCH_DEADLINE_MS = 24 * 60 * 60 * 1000

/** So long, the same idempotency key means the same batch. Unit: ms. */
export const IDEMPOTENCY_MS = 24 * 60 * 60 * 1000

/** Results of a batch are kept so long after its end, unless said otherwise. Unit: days. */
export const RESULTS_KEPT_DAYS = 7

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

/** Whether nothing of a batch will change any more. */
export function isEnded({ status }: Pick<BatchProgress, 'status'>): boolean {
  return status === 'complete' || status === 'failed'
}

/** An item was claimed; the first one sets the batch going. */
export function startBatch(progress: BatchProgress, nowMs: number): BatchProgress {
  return progress.status === 'pending' ? { ...progress, status: 'running', startedAtMs: nowMs } : progress
}

/** An item has got its result; the last one completes the batch. One that comes after the end adds nothing. */
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

/** A batch is cancelled, or past its deadline: the items left are failures that cost nothing. After the end: no effect. */
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
