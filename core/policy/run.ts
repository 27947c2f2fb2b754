import type { KeyMode } from './api-key.ts'
import { isFuture } from './clock.ts'

/** What decides whether a hand-out of items is due. */
interface RunTimes {
  /** Kind of the keys whose items are dealt. */
  readonly mode: KeyMode
  /** Time of the last run. Absent: null, there was none. Unit: ms since 1970. */
  readonly lastMs: number | null
  /** Whether the last run found no items. */
  readonly wasEmpty: boolean
  /** Whether items wait now. */
  readonly hasItems: boolean
  /** Time between two runs. 0: a run is always due. Unit: ms. */
  readonly intervalMs: number
}

/**
 * Time of the run that is due: the last whole interval since the last run, so that a run that
 * begins late does not delay the next. A last run in the future is ignored. Items that come
 * after a run without items start a run at once, and so do items of sandbox keys at any time.
 *
 * Absent: null, no run is due.
 */
export function dueRunMs({ mode, lastMs, wasEmpty, hasItems, intervalMs }: RunTimes, nowMs: number): number | null {
  if (lastMs === null || isFuture(lastMs, nowMs)) return nowMs
  if (hasItems && (wasEmpty || mode === 'test')) return nowMs
  const passedMs = nowMs - lastMs
  if (passedMs < intervalMs) return null
  return intervalMs === 0 ? nowMs : nowMs - (passedMs % intervalMs)
}
