import { ShelfmarkError } from '../errors.ts'

/**
 * - `pending`: nothing was attempted yet.
 * - `retrying`: all attempts failed so far, and another one follows.
 * - `delivered`: the receiver answered an attempt with a 2xx status.
 * - `failed`: all attempts failed, and none follows.
 */
export type DeliveryStatus = 'pending' | 'retrying' | 'delivered' | 'failed'

/** How far a batch is on its way to its webhook. A batch without a webhook has none. */
export interface Delivery {
  readonly status: DeliveryStatus
  /** Attempts made. */
  readonly attempts: number
  /** When the next attempt is due. Unit: ms since 1970. Absent: null, none is: the batch is not done, or the delivery has ended. */
  readonly nextAtMs: number | null
  /** Why the last attempt that failed did so; kept when a later one succeeds. Absent: null, none ever failed. */
  readonly lastError: string | null
  /** When the attempt that succeeded had ended. Unit: ms since 1970. Absent: null. */
  readonly deliveredAtMs: number | null
}

/** What came of one attempt: the receiver's 2xx status, or why there is none. */
export type AttemptOutcome =
  | { readonly ok: true; readonly status: number }
  | { readonly ok: false; readonly error: string }

/** The delivery of a batch that is not done yet. */
export const NEW_DELIVERY: Delivery = {
  status: 'pending',
  attempts: 0,
  nextAtMs: null,
  lastError: null,
  deliveredAtMs: null,
}

const MINUTE_MS = 60_000

/** Waits before the first attempt, the second, and so on. Unit: ms. */
const WAITS_MS: readonly number[] = [0, 1, 2, 5, 15, 60].map((minutes) => minutes * MINUTE_MS)

/** Attempts that are made in all. */
export const WEBHOOK_ATTEMPTS = WAITS_MS.length

/**
 * Wait before the next attempt, from the end of the last one, or from the end of the batch.
 *
 * Unit: ms.
 * Absent: null, as many attempts were made as there are.
 * Throws: `invalid_argument`, when the attempts are no whole number, or less than none.
 */
export function nextAttemptAfterMs(attemptsMade: number): number | null {
  if (!Number.isInteger(attemptsMade) || attemptsMade < 0) {
    throw new ShelfmarkError('invalid_argument', `${attemptsMade} is no number of attempts at a delivery.`)
  }
  return WAITS_MS[attemptsMade] ?? null
}

/**
 * What a delivery becomes by an attempt that has ended.
 *
 * An attempt can be reported after the delivery has ended, when two processes
 * made it at the same time. What was delivered stays so; what failed becomes
 * delivered when the receiver took it after all.
 *
 * Throws: `invalid_argument`, see `nextAttemptAfterMs`.
 */
export function afterAttempt(delivery: Delivery, outcome: AttemptOutcome, nowMs: number): Delivery {
  if (delivery.status === 'delivered') return delivery
  if (delivery.status === 'failed' && !outcome.ok) return delivery
  const attempts = delivery.attempts + 1
  const waitMs = nextAttemptAfterMs(attempts)
  if (outcome.ok) return { ...delivery, status: 'delivered', attempts, nextAtMs: null, deliveredAtMs: nowMs }
  return {
    status: waitMs === null ? 'failed' : 'retrying',
    attempts,
    nextAtMs: waitMs === null ? null : nowMs + waitMs,
    lastError: outcome.error,
    deliveredAtMs: null,
  }
}
