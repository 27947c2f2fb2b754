import type { KeyLimits } from '../../core/policy/index.ts'

/** A place of a request in flight, to be given back when its response has ended. */
export interface HeldSlot {
  readonly keyId: string
  readonly id: string
}

export type Admission = Admitted | Refused

export interface Admitted {
  readonly ok: true
  readonly slot: HeldSlot
  /** Requests of the key in flight, this one included. */
  readonly inFlight: number
  /** Requests of the key that may be in flight. */
  readonly allowed: number
  /** Requests of the key that were let through in the last second, this one included. */
  readonly rps: number
  /** Burst ceiling. Unit: requests a second. */
  readonly ceiling: number
}

export interface Refused {
  readonly ok: false
  readonly reason: 'rate' | 'concurrency'
  readonly retryAfterMs: number
}

/** Holds keys to their rate and concurrency. */
export interface Limiter {
  /** Decides both in one step: a request that is refused uses up nothing. */
  admit(keyId: string, limits: KeyLimits, nowMs: number): Promise<Admission>
  /** Gives a slot back. More than once, or after its lease: no effect. */
  release(slot: HeldSlot): Promise<void>
}
