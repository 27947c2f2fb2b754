import { CLOCK_TOLERANCE_MS } from '../../core/policy/index.ts'

/**
 * Measures jumps of a clock that can be set. The returned function gives how far it has jumped since the
 * last call; 0 if not more than is tolerated, and at the first call. Unit: ms.
 *
 * `monotonicMs`: a clock that can't be set. Default: `performance.now`.
 */
export function clockJumps(epochMs: () => number, monotonicMs: () => number = () => performance.now()): () => number {
  let lastMs: number | null = null
  return () => {
    const offsetMs = epochMs() - monotonicMs()
    const jumpMs = lastMs === null ? 0 : Math.round(offsetMs - lastMs)
    lastMs = offsetMs
    return Math.abs(jumpMs) > CLOCK_TOLERANCE_MS ? jumpMs : 0
  }
}
