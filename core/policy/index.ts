/**
 * Rules of the service as plain functions: data in, data out, time is an
 * argument. Every number is whole.
 *
 * @packageDocumentation
 */
export { admit, isIdle, releaseActivity, restedActivity, type KeyActivity, type KeyLimits } from './admission.ts'
export { EMPTY_ACCOUNT, releaseCredits, reserveCredits, settleCredits, type Account } from './allowance.ts'
export { formatKey, KEY_ALPHABET, KEY_CHARACTERS, parseKey, type KeyKind } from './api-key.ts'
export {
  BATCH_DEADLINE_MS,
  finishItem,
  IDEMPOTENCY_MS,
  isEnded,
  newBatchProgress,
  RESULTS_KEPT_DAYS,
  startBatch,
  stopBatch,
  type BatchProgress,
  type BatchStatus,
} from './batch.ts'
export { dayOf, monthOf } from './calendar.ts'
export { costOf, CREDITS_PER_REQUEST, type ChargeKind } from './cost.ts'
export { dealItems, type WaitingBatch } from './dealing.ts'
export {
  includedCredits,
  PAY_AS_YOU_GO_USD_CENTS,
  PLAN_NAMES,
  PLANS,
  resolvePlan,
  type PlanName,
  type PlanOverrides,
} from './plan.ts'
export { retryAfterSeconds } from './retry-after.ts'
export { SLOT_RETRY_MS } from './slots.ts'
export {
  afterAttempt,
  NEW_DELIVERY,
  nextAttemptAfterMs,
  WEBHOOK_ATTEMPTS,
  type AttemptOutcome,
  type Delivery,
  type DeliveryStatus,
} from './webhook-schedule.ts'
