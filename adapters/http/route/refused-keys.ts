/** Requests of a key that are recorded in a period. Of a flood with a key that has leaked, the log needs no more. */
const RECORDED = 10
const PERIOD_MS = 3_600_000
/** Keys that are remembered. */
const MAX_KEYS = 10_000

interface Period {
  readonly startMs: number
  readonly count: number
}

/**
 * Which requests are recorded that are refused for their key: it is revoked, has expired, or may not be used from there
 * or for that. They reach no limit of their key, so that only the first of each key in an hour are recorded.
 */
export class RefusedKeys {
  private readonly periods = new Map<string, Period>()
  private readonly monotonicMs: () => number

  /** `monotonicMs`: a clock that is never set. Unit: ms. */
  constructor(monotonicMs: () => number = () => performance.now()) {
    this.monotonicMs = monotonicMs
  }

  /** Counts a request of a key. Gives whether it is recorded; `last`: it is, and no more follow in this hour. */
  count(keyId: string): 'recorded' | 'last' | 'left out' {
    const nowMs = this.monotonicMs()
    const known = this.periods.get(keyId)
    const before = known !== undefined && nowMs - known.startMs < PERIOD_MS ? known : { startMs: nowMs, count: 0 }
    if (before.count >= RECORDED) return 'left out'
    const count = before.count + 1
    this.periods.delete(keyId)
    this.periods.set(keyId, { ...before, count })
    const [oldest] = this.periods.keys()
    if (this.periods.size > MAX_KEYS && oldest !== undefined) this.periods.delete(oldest)
    return count === RECORDED ? 'last' : 'recorded'
  }
}
