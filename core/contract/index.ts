/**
 * The interface of the service as data: parameters, records, errors, and their description.
 *
 * @packageDocumentation
 */
export {
  BATCH_ENDPOINTS,
  batchAgainSchema,
  batchCreatedSchema,
  batchParamsSchema,
  batchSchema,
  itemResultSchema,
  MAX_BATCH_ITEMS,
  redeliverySchema,
  type BatchEndpoint,
  type BatchHead,
} from './batch-record.ts'
export { DOMAINS } from './domains.ts'
export { errorBody, toErrorBody, type ErrorBody } from './error-body.ts'
export { ERRORS, type ServiceErrorCode } from './error-table.ts'
export { printAborted, printFailure, printSuccess } from './item-result.ts'
export { healthSchema } from './health.ts'
export { productParamsSchema, searchParamsSchema } from './param-schemas.ts'
export type { ParamSource } from './param-source.ts'
export type { ProductParams, SearchParams } from './params.ts'
export { parseBatch, type BatchParams } from './parse-batch.ts'
export { parseProductParams, parseSearchParams, type ParsedParams } from './parse-params.ts'
export { ROADMAP_PARAMS } from './roadmap.ts'
export { SEARCH_SORTS } from './sorts.ts'
