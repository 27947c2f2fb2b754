import type { KeyLimits } from '../../core/policy/index.ts'

/** Slot of a request in flight. It is released when the response has ended. */
export interface HeldSlot {
  readonly keyId: string
  readonly id: string
}

export type Admission = Admitted | Refused

/** Rate of a key. */
export interface RateUse {
  /** Requests of the key admitted in the last second, including this one. */
  readonly rps: number
  /** Burst rate of the key. Unit: requests a second. */
  readonly ceiling: number
  /** Whole requests that the token bucket of the key still holds. */
  readonly tokens: number
}

export interface Admitted extends RateUse {
  readonly ok: true
  readonly slot: HeldSlot
  /** Requests of the key in flight, including this one. */
  readonly inFlight: number
  /** Maximum number of requests of the key in flight. */
  readonly allowed: number
}

interface Refused extends RateUse {
  readonly ok: false
  readonly reason: 'rate' | 'concurrency'
  readonly retryAfterMs: number
}

/** Enforces the rate and the concurrency of each key. */
export interface Limiter {
  /**
   * Decides both in one step. A refused request takes neither a token nor a slot.
   *
   * `requests`: what the request counts as in the rate; it takes one slot. Default: 1.
   */
  admit(keyId: string, limits: KeyLimits, nowMs: number, requests?: number): Promise<Admission>
  /** Rate of a key, for a request that reaches no limit. */
  look(keyId: string, limits: KeyLimits, nowMs: number): Promise<RateUse>
  /** Releases a slot. On a released slot, or after its lease: no effect. */
  release(slot: HeldSlot): Promise<void>
}
