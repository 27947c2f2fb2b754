/** Limits of a key's rate. Unit: requests a second. */
export interface RateLimits {
  readonly sustainedPerSecond: number
  /** Most requests within any one second. */
  readonly burstPerSecond: number
}

/** A token bucket and the requests of the last second. Both limit the rate. */
export interface RateState {
  /** Tokens in the bucket. Unit: thousandths of a request; `sustainedPerSecond` thousandths are added a millisecond. */
  readonly milliTokens: number
  /** Time of `milliTokens`. It does not go back when the clock does. Unit: ms since 1970. */
  readonly atMs: number
  /** Times of the requests admitted in the last second. Order: time. */
  readonly recentMs: readonly number[]
}

interface RateDecision {
  readonly isAllowed: boolean
  /** State after the request. */
  readonly state: RateState
  /** When the next request will be admitted, if no other comes before it; 0 if this one was admitted. */
  readonly retryAfterMs: number
}

/** Time for which a full bucket sustains the burst rate. Unit: s. */
export const BURST_SECONDS = 3
/** Tokens that a request takes. Unit: thousandths. */
export const TOKEN_MILLIS = 1000
/** Time for which a request counts in `recentMs`. Unit: ms. */
export const RECENT_MS = 1000

/** State with a full bucket. */
export function fullRate(limits: RateLimits, nowMs: number): RateState {
  return { milliTokens: capacityOf(limits), atMs: nowMs, recentMs: [] }
}

/**
 * Admits a request if there are tokens for it, and the last second has room for it below the burst rate.
 *
 * `requests`: what it counts as, such as its pages. More than the burst rate count as the burst rate: otherwise such
 * a request could never be admitted.
 */
export function takeTokens(before: RateState, limits: RateLimits, nowMs: number, requests: number): RateDecision {
  const state = refill(before, limits, nowMs)
  const count = Math.min(requests, limits.burstPerSecond)
  const retryAfterMs = Math.max(tokenWaitMs(state, limits, count), secondWaitMs(state, limits, count))
  if (retryAfterMs > 0) return { isAllowed: false, state, retryAfterMs }
  const taken = {
    ...state,
    milliTokens: state.milliTokens - count * TOKEN_MILLIS,
    recentMs: [...state.recentMs, ...Array<number>(count).fill(state.atMs)],
  }
  return { isAllowed: true, state: taken, retryAfterMs: 0 }
}

/** Time until the bucket has a number of tokens. */
function tokenWaitMs({ milliTokens }: RateState, { sustainedPerSecond }: RateLimits, count: number): number {
  return Math.max(0, Math.ceil((count * TOKEN_MILLIS - milliTokens) / sustainedPerSecond))
}

/** Time until the last second has room for a number of requests below the burst rate: a full bucket holds more than one second of them. */
function secondWaitMs({ recentMs, atMs }: RateState, { burstPerSecond }: RateLimits, count: number): number {
  const oldestMs = recentMs[recentMs.length + count - 1 - burstPerSecond]
  return oldestMs === undefined ? 0 : oldestMs + RECENT_MS - atMs
}

/** State after a time without requests. */
export function refill(state: RateState, limits: RateLimits, nowMs: number): RateState {
  const atMs = Math.max(state.atMs, nowMs)
  const arrived = (atMs - state.atMs) * limits.sustainedPerSecond
  const firstRecent = state.recentMs.findIndex((timeMs) => timeMs > atMs - RECENT_MS)
  return {
    milliTokens: Math.min(capacityOf(limits), state.milliTokens + arrived),
    atMs,
    recentMs: firstRecent === 0 ? state.recentMs : state.recentMs.slice(firstRecent === -1 ? Infinity : firstRecent),
  }
}

/** Whether a state is that of a full bucket without recent requests. */
export function isRested(state: RateState, limits: RateLimits): boolean {
  return state.milliTokens >= capacityOf(limits) && state.recentMs.length === 0
}

/** Requests that a full bucket holds: enough to sustain the burst rate for `BURST_SECONDS`. */
export function bucketSize({ sustainedPerSecond, burstPerSecond }: RateLimits): number {
  return (burstPerSecond - sustainedPerSecond) * BURST_SECONDS + sustainedPerSecond
}

/** Requests for which a bucket has tokens. */
export function wholeTokens(milliTokens: number): number {
  return Math.floor(milliTokens / TOKEN_MILLIS)
}

/** Tokens of a full bucket. Unit: thousandths. */
function capacityOf(limits: RateLimits): number {
  return bucketSize(limits) * TOKEN_MILLIS
}
