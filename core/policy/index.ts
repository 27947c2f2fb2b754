/**
 * Rules of the service as plain functions: data in, data out, with the time as
 * an argument. All numbers are integers.
 *
 * @packageDocumentation
 */
export {
  admit,
  isIdle,
  releaseActivity,
  restedActivity,
  retryAfterSeconds,
  SLOT_RETRY_MS,
  type KeyActivity,
  type KeyLimits,
} from './admission.ts'
export {
  dayOf,
  EMPTY_ACCOUNT,
  monthOf,
  releaseCredits,
  reserveCredits,
  settleCredits,
  type Account,
} from './allowance.ts'
export { formatKey, KEY_ALPHABET, KEY_CHARACTERS, parseKey, type KeyKind } from './api-key.ts'
export {
  BATCH_DEADLINE_MS,
  dealItems,
  finishItem,
  IDEMPOTENCY_MS,
  isEnded,
  newBatchProgress,
  RESULTS_KEPT_DAYS,
  startBatch,
  stopBatch,
  type BatchProgress,
  type BatchStatus,
  type WaitingBatch,
} from './batch.ts'
export {
  ADDRESS_LIST_PLANS,
  costOf,
  CREDITS_PER_REQUEST,
  includedCredits,
  PAY_AS_YOU_GO_USD_CENTS,
  PLAN_NAMES,
  PLANS,
  resolvePlan,
  type ChargeKind,
  type PlanName,
  type PlanOverrides,
} from './plan.ts'
export { BURST_SECONDS, RECENT_MS, TOKEN_MILLIS } from './rate.ts'
export {
  afterAttempt,
  NEW_DELIVERY,
  nextAttemptAfterMs,
  WEBHOOK_ATTEMPTS,
  type AttemptOutcome,
  type Delivery,
  type DeliveryStatus,
} from './webhook-schedule.ts'
