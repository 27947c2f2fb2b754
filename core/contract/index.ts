/**
 * The interface of the service as data: parameters, records and errors.
 *
 * @packageDocumentation
 */
export { accountSchema, endpointOf, usageSchema, type Account, type Usage } from './account.ts'
export {
  BATCH_ENDPOINTS,
  CHARGE_KINDS,
  batchCreatedSchema,
  batchListSchema,
  batchParamsSchema,
  batchSchema,
  deliveriesSchema,
  healthSchema,
  ITEM_STATUSES,
  itemResultSchema,
  MAX_BATCH_ITEMS,
  readinessSchema,
  redeliverySchema,
  type BatchCreated,
  type BatchEndpoint,
  type BatchHead,
  type BatchList,
  type Deliveries,
  type ItemResult,
  type ItemStatus,
  type Redelivery,
} from './batch-record.ts'
export { defineContract, type Contract, type ParamSource } from './contract.ts'
export { ENDPOINTS, pathOf, replaceParams, type Endpoint } from './endpoints.ts'
export { errorBody, ERRORS, RETRIEVAL_ERRORS, toErrorBody, type ErrorBody, type ServiceErrorCode } from './errors.ts'
export { productAnswerSchema, provenanceSchema, searchAnswerSchema } from './provenance.ts'
export {
  ROADMAP_PARAMS,
  SEARCH_SORTS,
  type ParsedParams,
  type ProductParams,
  type RenderParams,
  type ScreenshotArea,
  type SearchParams,
} from './params.ts'
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
export { described } from '../record/schema-parts.ts'
