/**
 * Rules of the service as plain functions: data in, data out, with the time as
 * an argument. All numbers are integers.
 *
 * @packageDocumentation
 */
export {
  admit,
  isIdle,
  letTimePass,
  releaseActivity,
  restedActivity,
  retryAfterSeconds,
  describeCeiling,
  SLOT_RETRY_MS,
  type KeyActivity,
  type KeyLimits,
} from './admission.ts'
export {
  canPay,
  creditsLeft,
  EMPTY_ACCOUNT,
  releaseCredits,
  reserveCredits,
  settleCredits,
  MAX_REFERENCES_PER_DAY,
  USAGE_DAYS,
} from './allowance.ts'
export { DAY_MS, dayOf, isInCalendar, listDays, MONTH_PATTERN, monthEndMs, monthOf } from './day.ts'
export { formatKey, KEY_ALPHABET, KEY_CHARACTERS, MAX_ACTIVE_KEYS, parseKey, type KeyMode } from './api-key.ts'
export {
  BATCH_DEADLINE_MS,
  finishItem,
  IDEMPOTENCY_MS,
  isEnded,
  MAX_ITEM_DEATHS,
  MAX_REPLAYS,
  MAX_UNPAID_KEYS,
  newBatchProgress,
  PENDING_RETRY_MS,
  RECORDS_KEPT_DAYS,
  RESULTS_KEPT_DAYS,
  startBatch,
  stopBatch,
  type BatchProgress,
  type BatchStatus,
} from './batch.ts'
export { estimateEndMs, pollPauseMs, type BatchPace } from './estimate.ts'
export { compareLayouts, type Change, type Drift, type FieldCounts, type FieldLayout } from './layout-drift.ts'
export { KEY_SCOPES, MAX_GRACE_MS, USUAL_SCOPES, type KeyScope } from './key-scope.ts'
export { CLOCK_TOLERANCE_MS, isFuture } from './clock.ts'
export { firstOpenMonth, MONTH_CLOSES_MS } from './closed-months.ts'
export { dealItems, rankItems, type WaitingBatch, type WaitingWorkspace } from './deal.ts'
export {
  ADDRESS_LIST_PLANS,
  allowanceOf,
  includedCredits,
  maxPendingItems,
  PAY_AS_YOU_GO_USD_CENTS,
  PLAN_NAMES,
  PLANS,
  resolvePlan,
  type PlanName,
  type PlanOverrides,
} from './plan.ts'
export { GTIN_CANDIDATES, mostGtinPages } from './gtin-pages.ts'
export { costOf, type PageService } from './price.ts'
export { bucketSize, BURST_SECONDS, RECENT_MS, TOKEN_MILLIS, wholeTokens } from './rate.ts'
export { forecastCredits, PACE_DAYS, statementOf, type Statement } from './statement.ts'
export { dueRunMs } from './run.ts'
export { LATELY_MS, mayTakeTurn, reservedTurns, type TurnPool } from './share.ts'
export {
  BATCH_RECORD_BYTES,
  findStorageProblem,
  hasRoomFor,
  maxStoredBytes,
  STORAGE_RETRY_MS,
  WATCH_RECORD_BYTES,
  WEBHOOK_RECORD_BYTES,
  type StorageUsage,
} from './storage-quota.ts'
export {
  afterAttempt,
  KEPT_ATTEMPTS,
  NEW_DELIVERY,
  nextAttemptAfterMs,
  REDELIVERY_PAUSE_MS,
  redeliveryWaitMs,
  toDeliveryAttempt,
  WEBHOOK_ATTEMPTS,
  type AttemptOutcome,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryStatus,
} from './webhook-schedule.ts'
export { DELIVERY_SLOTS, pickDeliveries, type DeliveryLane, type DeliverySlots } from './webhook-slots.ts'
export { reachedThresholds, requireSpendingCap, SPENDING_THRESHOLDS, type SpendingThreshold } from './spending.ts'
export { ITEMS_PER_REQUEST, leastIntervalOf, maxWatchedItems } from './watch-limits.ts'
