import { CLOCK_TOLERANCE_MS } from '../../core/policy/index.ts'

export interface SteadyClockOptions {
  /** Clock of the system, which can be set. Unit: ms since 1970. Default: `Date.now`. */
  readonly epochMs?: (() => number) | undefined
  /** Clock that can't be set. Unit: ms. Default: `performance.now`. */
  readonly monotonicMs?: (() => number) | undefined
  /** Called once for each jump of the system clock. Negative: back. Unit: ms. */
  readonly onJump: (jumpMs: number) => void
}

/** A jump of the system clock that lasts this long is followed. Unit: ms. */
const FOLLOW_MS = 60_000

/**
 * Time of the system, without its short jumps: leases, limits and timeouts of one process depend
 * on it. It follows small corrections at once, and never goes back for them. It ignores a jump
 * until that has lasted for a minute.
 *
 * Unit: ms since 1970.
 */
export function steadyClock({
  epochMs = Date.now,
  monotonicMs = () => performance.now(),
  onJump,
}: SteadyClockOptions): () => number {
  let offsetMs = epochMs() - monotonicMs()
  let latestMs = -Infinity
  /** Start of the present jump. Unit: as `monotonicMs`. Absent: null, the clocks agree. */
  let jumpSinceMs: number | null = null
  return () => {
    const elapsedMs = monotonicMs()
    const jumpMs = epochMs() - elapsedMs - offsetMs
    const isJump = Math.abs(jumpMs) > CLOCK_TOLERANCE_MS
    if (isJump && jumpSinceMs === null) onJump(Math.round(jumpMs))
    jumpSinceMs = isJump ? (jumpSinceMs ?? elapsedMs) : null
    const isLasting = jumpSinceMs !== null && elapsedMs - jumpSinceMs >= FOLLOW_MS
    if (isLasting) {
      latestMs = -Infinity
      jumpSinceMs = null
    }
    if (isLasting || !isJump) offsetMs += jumpMs
    latestMs = Math.max(latestMs, Math.round(elapsedMs + offsetMs))
    return latestMs
  }
}
