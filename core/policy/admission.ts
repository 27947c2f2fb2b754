import { isFuture } from './clock.ts'
import { BURST_SECONDS, fullRate, isRested, refill, takeTokens, type RateLimits, type RateState } from './rate.ts'

/** Taken by a request in flight. */
interface Slot {
  /** Unique to the request. */
  readonly id: string
  /** End of the lease: the slot of a process that died is free from then on. Unit: ms since 1970. */
  readonly untilMs: number
}

/** Limits of a key. */
export interface KeyLimits extends RateLimits {
  /** Requests in flight at the same time. */
  readonly concurrency: number
}

/** Recent requests of a key. */
export interface KeyActivity {
  readonly rate: RateState
  /** Slots of the requests in flight. Order: as taken. */
  readonly slots: readonly Slot[]
}

interface AdmissionRequest {
  /** Id of the slot that the request takes. */
  readonly slotId: string
  readonly nowMs: number
  /** How long the request can hold the slot. */
  readonly leaseMs: number
  /** What the request counts as in the rate. Default: 1. */
  readonly requests?: number
}

type AdmissionDecision =
  | { readonly ok: true; readonly activity: KeyActivity }
  | {
      readonly ok: false
      readonly reason: 'rate' | 'concurrency'
      readonly retryAfterMs: number
      readonly activity: KeyActivity
    }

/** Activity of a key without recent requests. */
export function restedActivity(limits: KeyLimits, nowMs: number): KeyActivity {
  return { rate: fullRate(limits, nowMs), slots: [] }
}

/** Decides rate and concurrency in one step: a refused request takes neither a token nor a slot. */
export function admit(before: KeyActivity, limits: KeyLimits, request: AdmissionRequest): AdmissionDecision {
  const activity = letTimePass(before, limits, request.nowMs)
  const { isAllowed, state, retryAfterMs } = takeTokens(activity.rate, limits, request.nowMs, request.requests ?? 1)
  if (!isAllowed) return { ok: false, reason: 'rate', retryAfterMs, activity }
  const slot = { id: request.slotId, untilMs: state.atMs + request.leaseMs }
  const slots = takeSlot(activity.slots, slot, limits.concurrency)
  if (slots === null) return { ok: false, reason: 'concurrency', retryAfterMs: SLOT_RETRY_MS, activity }
  return { ok: true, activity: { rate: state, slots } }
}

/** Activity after a request has ended. */
export function releaseActivity(activity: KeyActivity, slotId: string): KeyActivity {
  return { ...activity, slots: releaseSlot(activity.slots, slotId) }
}

/** Whether a key's activity can be deleted without changing any decision. */
export function isIdle(activity: KeyActivity, limits: KeyLimits, nowMs: number): boolean {
  const { rate, slots } = letTimePass(activity, limits, nowMs)
  return slots.length === 0 && isRested(rate, limits)
}

/** Activity after a time without requests. A time in the future was stored while the clock was wrong: the key would wait for that time, so it begins rested. */
export function letTimePass(activity: KeyActivity, limits: KeyLimits, nowMs: number): KeyActivity {
  if (isFuture(activity.rate.atMs, nowMs)) return restedActivity(limits, nowMs)
  const rate = refill(activity.rate, limits, nowMs)
  return { rate, slots: expireSlots(activity.slots, rate.atMs) }
}

/** A sentence that says which ceiling of a key is exceeded. */
export function describeCeiling(reason: 'rate' | 'concurrency', limits: KeyLimits): string {
  const { concurrency, sustainedPerSecond, burstPerSecond } = limits
  if (reason === 'concurrency')
    return `Too many requests in flight for this key. It can have ${concurrency} at the same time.`
  const burst = `up to ${burstPerSecond} per second for ${BURST_SECONDS} seconds after a pause`
  return `Too many requests per second for this key. It can send ${sustainedPerSecond} per second, or ${burst}.`
}

/** When to retry after a refusal for concurrency. It is unknown when a slot is released. */
export const SLOT_RETRY_MS = 1000

/** Takes a slot. Absent: null, all are taken. */
function takeSlot(held: readonly Slot[], slot: Slot, concurrency: number): readonly Slot[] | null {
  return held.length < concurrency ? [...held, slot] : null
}

/** Releases a slot. Releasing it twice has no effect. */
function releaseSlot(held: readonly Slot[], id: string): readonly Slot[] {
  return held.filter((slot) => slot.id !== id)
}

/** Releases slots whose lease has ended. */
function expireSlots(held: readonly Slot[], nowMs: number): readonly Slot[] {
  return held.every((slot) => slot.untilMs > nowMs) ? held : held.filter((slot) => slot.untilMs > nowMs)
}

/** Value of the header `Retry-After`: whole seconds, rounded up, at least 1. */
export function retryAfterSeconds(retryAfterMs: number): number {
  return Math.max(1, Math.ceil(retryAfterMs / 1000))
}
