import { isFuture } from './clock.ts'

/** A hand-out of items at regular times. */
interface RunTimes {
  /** Time of the last run. Absent: null, there was none. Unit: ms since 1970. */
  readonly lastMs: number | null
  /** Time between two runs. 0: a run is always due. Unit: ms. */
  readonly intervalMs: number
}

/**
 * Time of the run that is due: the last whole interval since the last run, so that a run that
 * begins late does not delay the next. A last run in the future is ignored.
 *
 * Absent: null, no run is due.
 */
export function dueRunMs({ lastMs, intervalMs }: RunTimes, nowMs: number): number | null {
  if (lastMs === null || isFuture(lastMs, nowMs)) return nowMs
  const passedMs = nowMs - lastMs
  if (passedMs < intervalMs) return null
  return intervalMs === 0 ? nowMs : nowMs - (passedMs % intervalMs)
}
