import { fullRate, isRested, refill, takeToken, type RateLimits, type RateState } from './rate.ts'
import { expireSlots, releaseSlot, SLOT_RETRY_MS, takeSlot, type Slot } from './slots.ts'

/** Ceilings of a key. */
export interface KeyLimits extends RateLimits {
  /** Requests in flight at the same time. */
  readonly concurrency: number
}

/** What a key has done lately. */
export interface KeyActivity {
  readonly rate: RateState
  /** Slots held. Order: as taken. */
  readonly slots: readonly Slot[]
}

interface AdmissionRequest {
  /** Id of the slot that it is to hold. */
  readonly slotId: string
  readonly nowMs: number
  /** How long it may hold the slot. */
  readonly leaseMs: number
}

type AdmissionDecision =
  | { readonly ok: true; readonly activity: KeyActivity }
  | {
      readonly ok: false
      readonly reason: 'rate' | 'concurrency'
      readonly retryAfterMs: number
      readonly activity: KeyActivity
    }

/** A key of which nothing is known: it has rested. */
export function restedActivity(limits: KeyLimits, nowMs: number): KeyActivity {
  return { rate: fullRate(limits, nowMs), slots: [] }
}

/** Decides rate and concurrency in one step: a request that is refused takes neither a token nor a slot. */
export function admit(before: KeyActivity, limits: KeyLimits, request: AdmissionRequest): AdmissionDecision {
  const activity = letTimePass(before, limits, request.nowMs)
  const { isAllowed, state, retryAfterMs } = takeToken(activity.rate, limits, request.nowMs)
  if (!isAllowed) return { ok: false, reason: 'rate', retryAfterMs, activity }
  const slot = { id: request.slotId, untilMs: state.atMs + request.leaseMs }
  const slots = takeSlot(activity.slots, slot, limits.concurrency)
  if (slots === null) return { ok: false, reason: 'concurrency', retryAfterMs: SLOT_RETRY_MS, activity }
  return { ok: true, activity: { rate: state, slots } }
}

/** A request has ended. */
export function releaseActivity(activity: KeyActivity, slotId: string): KeyActivity {
  return { ...activity, slots: releaseSlot(activity.slots, slotId) }
}

/** Whether a key may be forgotten: nothing would be decided differently. */
export function isIdle(activity: KeyActivity, limits: KeyLimits, nowMs: number): boolean {
  const { rate, slots } = letTimePass(activity, limits, nowMs)
  return slots.length === 0 && isRested(rate, limits)
}

function letTimePass(activity: KeyActivity, limits: KeyLimits, nowMs: number): KeyActivity {
  const rate = refill(activity.rate, limits, nowMs)
  return { rate, slots: expireSlots(activity.slots, rate.atMs) }
}
