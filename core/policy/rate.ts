/** Ceilings of a key's rate. Unit: requests a second. */
export interface RateLimits {
  readonly sustainedPerSecond: number
  readonly burstPerSecond: number
}

/** A token bucket, and the requests of the last second. */
export interface RateState {
  /** Requests that may come at once. Unit: thousandths, of which `sustainedPerSecond` arrive a millisecond. */
  readonly milliTokens: number
  /** Time of `milliTokens`; never goes back, even if the clock does. */
  readonly atMs: number
  /** Times of the requests that were let through in the last second. Order: time. */
  readonly recentMs: readonly number[]
}

export interface RateDecision {
  readonly isAllowed: boolean
  /** State after the request. */
  readonly state: RateState
  /** When a request will be let through, if no other comes. 0 where this one was. */
  readonly retryAfterMs: number
}

const BURST_SECONDS = 3
const MILLI = 1000
const SECOND_MS = 1000

/** A bucket that has rested. */
export function fullRate(limits: RateLimits, nowMs: number): RateState {
  return { milliTokens: capacityOf(limits), atMs: nowMs, recentMs: [] }
}

/** Lets a request through if there is a token for it. */
export function takeToken(before: RateState, limits: RateLimits, nowMs: number): RateDecision {
  const state = refill(before, limits, nowMs)
  const missing = MILLI - state.milliTokens
  if (missing > 0) {
    return { isAllowed: false, state, retryAfterMs: Math.ceil(missing / limits.sustainedPerSecond) }
  }
  const taken = { ...state, milliTokens: state.milliTokens - MILLI, recentMs: [...state.recentMs, state.atMs] }
  return { isAllowed: true, state: taken, retryAfterMs: 0 }
}

/** State as time goes by without requests. */
export function refill(state: RateState, limits: RateLimits, nowMs: number): RateState {
  const atMs = Math.max(state.atMs, nowMs)
  const arrived = (atMs - state.atMs) * limits.sustainedPerSecond
  const firstRecent = state.recentMs.findIndex((timeMs) => timeMs > atMs - SECOND_MS)
  return {
    milliTokens: Math.min(capacityOf(limits), state.milliTokens + arrived),
    atMs,
    recentMs: firstRecent === 0 ? state.recentMs : state.recentMs.slice(firstRecent === -1 ? Infinity : firstRecent),
  }
}

/** Whether a state says no more than that nothing came for a while. */
export function isRested(state: RateState, limits: RateLimits): boolean {
  return state.milliTokens >= capacityOf(limits) && state.recentMs.length === 0
}

/** Tokens enough to go on with the burst rate for 3 seconds. Unit: thousandths. */
function capacityOf({ sustainedPerSecond, burstPerSecond }: RateLimits): number {
  return ((burstPerSecond - sustainedPerSecond) * BURST_SECONDS + sustainedPerSecond) * MILLI
}
