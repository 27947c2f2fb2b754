import { ShelfmarkError } from '../error/shelfmark-error.ts'

/**
 * - `pending`: no attempt was made.
 * - `retrying`: all attempts failed, and another one follows.
 * - `delivered`: the receiver answered an attempt with a 2xx status.
 * - `failed`: all attempts failed, and none follows.
 */
export type DeliveryStatus = 'pending' | 'retrying' | 'delivered' | 'failed'

/** Delivery of a batch to its webhook. */
export interface Delivery {
  readonly status: DeliveryStatus
  /** Number of attempts made. */
  readonly attempts: number
  /** When the next attempt is due. Unit: ms since 1970. Absent: null, the batch has not ended, or the delivery has. */
  readonly nextAtMs: number | null
  /** Error of the last failed attempt, also after a later success. Absent: null, no attempt failed. */
  readonly lastError: string | null
  /** When the successful attempt ended. Unit: ms since 1970. Absent: null. */
  readonly deliveredAtMs: number | null
}

/** Outcome of one attempt: the receiver's 2xx status, or an error, such as `http 500`. */
export type AttemptOutcome =
  | { readonly ok: true; readonly status: number }
  | {
      readonly ok: false
      readonly error: string
      /** No attempt follows, whatever their number. Default: false. */
      readonly isLast?: boolean | undefined
    }

/** An attempt that has ended. */
export interface DeliveryAttempt {
  /** From 1. A redelivery begins again with 1. */
  readonly attempt: number
  /** Unit: ms since 1970. */
  readonly startedAtMs: number
  readonly durationMs: number
  /** HTTP status of the receiver. Absent: null, there was no answer. */
  readonly status: number | null
  /** As `lastError` of a delivery. Absent: null, it succeeded. */
  readonly error: string | null
}

/** Attempts that are remembered of a batch: the newest. */
export const KEPT_ATTEMPTS = 50

/** Error of an answer that is not 2xx. */
const BAD_STATUS = /^http (\d{3})$/

/** An attempt as it is remembered. `nowMs`: its end. */
export function toDeliveryAttempt(
  attempt: number,
  outcome: AttemptOutcome,
  nowMs: number,
  durationMs: number,
): DeliveryAttempt {
  const facts = { attempt, startedAtMs: nowMs - durationMs, durationMs }
  if (outcome.ok) return { ...facts, status: outcome.status, error: null }
  const status = BAD_STATUS.exec(outcome.error)?.[1]
  return { ...facts, status: status === undefined ? null : Number(status), error: outcome.error }
}

/** The delivery of a batch that has not ended. */
export const NEW_DELIVERY: Delivery = {
  status: 'pending',
  attempts: 0,
  nextAtMs: null,
  lastError: null,
  deliveredAtMs: null,
}

const MINUTE_MS = 60_000

/** Waits before each attempt. Unit: ms. */
const WAITS_MS: readonly number[] = [0, 1, 2, 5, 15, 60].map((minutes) => minutes * MINUTE_MS)

/** Maximum number of attempts. */
export const WEBHOOK_ATTEMPTS = WAITS_MS.length

/**
 * Wait before the next attempt, from the end of the last one, or from the end of the batch.
 *
 * Unit: ms.
 * Absent: null, all attempts were made.
 * Throws: `invalid_argument`, unless `attemptsMade` is an integer from 0.
 */
export function nextAttemptAfterMs(attemptsMade: number): number | null {
  if (!Number.isInteger(attemptsMade) || attemptsMade < 0) {
    throw new ShelfmarkError('invalid_argument', `Invalid number of attempts ${attemptsMade}. Use an integer from 0.`)
  }
  return WAITS_MS[attemptsMade] ?? null
}

/**
 * A delivery after an attempt has ended.
 *
 * An attempt can be reported after the delivery has ended, if two processes made
 * it at the same time. A delivered delivery stays delivered; a failed one becomes
 * delivered if the late attempt succeeded.
 *
 * Throws: `invalid_argument`, see `nextAttemptAfterMs`.
 */
export function afterAttempt(delivery: Delivery, outcome: AttemptOutcome, nowMs: number): Delivery {
  if (delivery.status === 'delivered') return delivery
  if (delivery.status === 'failed' && !outcome.ok) return delivery
  const attempts = delivery.attempts + 1
  if (outcome.ok) return { ...delivery, status: 'delivered', attempts, nextAtMs: null, deliveredAtMs: nowMs }
  const waitMs = outcome.isLast === true ? null : nextAttemptAfterMs(attempts)
  return {
    status: waitMs === null ? 'failed' : 'retrying',
    attempts,
    nextAtMs: waitMs === null ? null : nowMs + waitMs,
    lastError: outcome.error,
    deliveredAtMs: null,
  }
}

/** Pause between two requests to deliver the same webhook again. Unit: ms. */
export const REDELIVERY_PAUSE_MS = MINUTE_MS

/**
 * Time to wait before a webhook may be delivered again on request.
 *
 * Unit: ms. 0: none.
 * `lastAtMs`: the last such request. Absent: null, there was none. A time in the future is ignored.
 */
export function redeliveryWaitMs(lastAtMs: number | null, nowMs: number): number {
  if (lastAtMs === null || lastAtMs > nowMs) return 0
  return Math.max(0, lastAtMs + REDELIVERY_PAUSE_MS - nowMs)
}
