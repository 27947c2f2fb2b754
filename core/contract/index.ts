/**
 * The interface of the service as data: parameters, records and errors.
 *
 * @packageDocumentation
 */
export {
  accountSchema,
  referenceUsageSchema,
  usageSchema,
  type Account,
  type ReferenceUsage,
  type Usage,
} from './account.ts'
export {
  batchCreatedSchema,
  batchListSchema,
  batchParamsSchema,
  BATCH_STATUSES,
  batchSchema,
  deliveriesSchema,
  healthSchema,
  ITEM_STATUSES,
  itemResultSchema,
  MAX_BATCH_ITEMS,
  readinessSchema,
  redeliverySchema,
  type BatchCreated,
  type BatchHead,
  type BatchList,
  type Deliveries,
  type ItemResult,
  type ItemStatus,
  type Redelivery,
} from './batch-record.ts'
export {
  awsEndpoint,
  bucketOf,
  objectNames,
  type BucketKeys,
  type DeliverParams,
  type DeliverRequest,
  type DeliverTarget,
} from './deliver.ts'
export { defineContract, type Contract } from './contract.ts'
export {
  BATCH_ENDPOINTS,
  endpointOf,
  ENDPOINTS,
  pathOf,
  recordEndpoint,
  recordOf,
  replaceParams,
  type BatchEndpoint,
  type Endpoint,
} from './endpoints.ts'
export { errorBody, ERRORS, toErrorBody, type ErrorBody, type ServiceErrorCode } from './errors.ts'
export { RETRIEVAL_ERRORS, retrievalErrorsOf, type RetrievalError } from './retrieval-errors.ts'
export {
  keyCreatedSchema,
  keyListSchema,
  keyRevokedSchema,
  keySchema,
  newKeySchema,
  parseKeyBody,
  rotationSchema,
  type Key,
  type KeyCreated,
  type KeyList,
  type KeyRevoked,
  type NewKey,
} from './keys.ts'
export type { GtinDetails } from './gtin-details.ts'
export type { LocationDetails } from './location-details.ts'
export { spendingEventSchema, type SpendingEvent } from './spending-event.ts'
export { findMisspelled, findUnknown } from './misspelled.ts'
export { readAll, type ParamSource } from './param-source.ts'
export { describeBody, PROBLEM_TYPE, problemSchema, toProblem, withoutProblem, type Problem } from './problem.ts'
export { answerSchemas, partSchemas, provenanceSchema } from './provenance.ts'
export {
  FORMAT_PARAM,
  KEY_PARAM,
  MAX_PAGES,
  MAX_REFERENCE,
  REFERENCE,
  referenceSchema,
  ROADMAP_PARAMS,
  type ParamsOf,
  type ParsedParams,
  type QueryOf,
  type RenderParams,
  type ScreenshotArea,
} from './params.ts'
export { PLACE_PARAMS, placeOf } from './place-params.ts'
export { hasPairs, type Metadata } from './metadata.ts'
export type { BatchParams } from './parse-batch.ts'
export {
  printAborted,
  printBatch,
  printBatchHead,
  printDeliveries,
  printFailure,
  printLines,
  printSuccess,
  selectResults,
  toTimestamp,
} from './print.ts'
export { PROVEN_BY, type ProvenBy } from './proven-by.ts'
export { ALL_REASONS, describeReason, REASONS, reasonsOf, type Reason } from './reasons.ts'
export {
  scheduleChangeSchema,
  scheduleCreatedSchema,
  scheduleListSchema,
  scheduleParamsSchema,
  scheduleSchema,
  SHOWN_RUNS,
  type Schedule,
  type ScheduleCreated,
  type ScheduleHead,
  type ScheduleList,
} from './schedule-record.ts'
export { watchEventSchema, type WatchEntry, type WatchEventBody, type WatchEventName } from './watch-event.ts'
export { DEFAULT_TERMS, everyRule, parseWatchTerms, TERM_MEMBERS, WITHOUT_MEANING } from './parse-watch.ts'
export {
  seriesRowSchema,
  seriesSchema,
  watchActionSchema,
  watchChangeEntrySchema,
  watchChangeSchema,
  watchItemsSchema,
  watchChangesSchema,
  watchCreatedSchema,
  watchHeadSchema,
  watchListSchema,
  watchParamsSchema,
  watchSchema,
  WATCH_STATUSES,
  type Series,
  type SeriesRow,
  type Watch,
  type WatchAction,
  type WatchChanges,
  type WatchCreated,
  type WatchHead,
  type WatchList,
} from './watch-record.ts'
export { rankRowSchema, rankSchema, type Rank, type RankRow } from './watch-rank.ts'
export { itemValuesSchema, watchValuesSchema, type ItemValues, type WatchValues } from './watch-values.ts'
export { membersOf, printObject } from './print-object.ts'
export { described } from '../record/schema-parts.ts'
