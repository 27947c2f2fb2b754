/**
 * The interface of the service as data: parameters, records and errors.
 *
 * @packageDocumentation
 */
export {
  BATCH_ENDPOINTS,
  CHARGE_KINDS,
  batchCreatedSchema,
  batchParamsSchema,
  batchSchema,
  healthSchema,
  itemResultSchema,
  MAX_BATCH_ITEMS,
  readinessSchema,
  redeliverySchema,
  type BatchEndpoint,
  type BatchHead,
} from './batch-record.ts'
export { defineContract, type ParamSource } from './contract.ts'
export { errorBody, ERRORS, RETRIEVAL_ERRORS, toErrorBody, type ErrorBody, type ServiceErrorCode } from './errors.ts'
export { ROADMAP_PARAMS, SEARCH_SORTS, type ParsedParams, type ProductParams, type SearchParams } from './params.ts'
export type { BatchParams } from './parse-batch.ts'
export { printAborted, printBatch, printFailure, printSuccess, toTimestamp } from './print.ts'
