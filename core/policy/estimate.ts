import type { KeyMode } from './api-key.ts'
import { isEnded, type BatchProgress } from './batch.ts'

/** What decides when items of a batch are worked on. */
export interface BatchPace {
  /** Kind of the keys of its items. */
  readonly mode: KeyMode
  /** Time between two runs of live items. Unit: ms. */
  readonly intervalMs: number
}

/**
 * When a batch will have ended, if it goes on as it did. Live items come in runs, so that a part of an interval
 * counts as all of it.
 *
 * Absent: null, it has ended, or no item has a result yet. Unit: ms since 1970.
 */
export function estimateEndMs(progress: BatchProgress, { mode, intervalMs }: BatchPace, nowMs: number): number | null {
  const { totalCount, processedCount, startedAtMs } = progress
  if (isEnded(progress) || startedAtMs === null || processedCount === 0) return null
  const passedMs = Math.max(0, nowMs - startedAtMs)
  const begunMs = mode === 'test' || intervalMs === 0 ? passedMs : (Math.floor(passedMs / intervalMs) + 1) * intervalMs
  return Math.max(nowMs, startedAtMs + Math.ceil((begunMs * totalCount) / processedCount))
}

/** Bounds of the pause between two polls. Unit: ms. */
const [LEAST_PAUSE_MS, MOST_PAUSE_MS] = [1000, 30_000]
/** Pause while the end is not known. Batches of sandbox keys start at once. Unit: ms. */
const UNKNOWN_PAUSE_MS: Readonly<Record<KeyMode, number>> = { live: 5000, test: 1000 }

/** When to poll a batch again that has not ended. `estimatedEndMs`: null, it is not known. Unit: ms. */
export function pollPauseMs(estimatedEndMs: number | null, mode: KeyMode, nowMs: number): number {
  if (estimatedEndMs === null) return UNKNOWN_PAUSE_MS[mode]
  return Math.min(MOST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, estimatedEndMs - nowMs))
}
