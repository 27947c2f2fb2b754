/**
 * The interface of the service as data: parameters, records and errors.
 *
 * @packageDocumentation
 */
export { accountSchema, usageSchema, type Account, type Usage } from './account.ts'
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
export { defineContract, type Contract, type ParamSource } from './contract.ts'
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
export {
  errorBody,
  ERRORS,
  RETRIEVAL_ERRORS,
  retrievalErrorsOf,
  toErrorBody,
  type ErrorBody,
  type RetrievalError,
  type ServiceErrorCode,
} from './errors.ts'
export { answerSchemas, partSchemas, provenanceSchema } from './provenance.ts'
export {
  MAX_PAGES,
  ROADMAP_PARAMS,
  type ParamsOf,
  type ParsedParams,
  type QueryOf,
  type RenderParams,
  type ScreenshotArea,
} from './params.ts'
export { hasPairs, type Metadata } from './metadata.ts'
export type { BatchParams } from './parse-batch.ts'
export {
  printAborted,
  printAbortedMembers,
  printBatch,
  printBatchHead,
  printDeliveries,
  printFailure,
  printLines,
  printSuccess,
  selectResults,
  toTimestamp,
} from './print.ts'
export { membersOf, printObject } from './print-object.ts'
export { described } from '../record/schema-parts.ts'
