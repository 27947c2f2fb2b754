/**
 * The interface of the service as data: parameters, records, errors, and their description.
 *
 * @packageDocumentation
 */
export type { ProductParams, SearchParams } from './params.ts'
export { SEARCH_SORTS } from './sorts.ts'
