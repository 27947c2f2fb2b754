/** Difference between two clocks, and step back of one, that is tolerated. Unit: ms. */
export const CLOCK_TOLERANCE_MS = 5000

/** Whether a stored time is so far in the future that the clock was wrong when it was stored, and the time has no meaning. */
export function isFuture(storedMs: number, nowMs: number): boolean {
  return storedMs > nowMs + CLOCK_TOLERANCE_MS
}
