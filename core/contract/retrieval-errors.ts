import type { CodesOf, RecordErrors } from '../record/define-record.ts'
import { records, type DefinitionOf, type RecordName } from '../records/index.ts'
import { ERRORS } from './errors.ts'

/** Errors that a retrieval of any record can end with. */
const SHARED_ERRORS = [
  'target_unreachable',
  'location_not_applied',
  'extraction_failed',
  'generic_gallery_page',
] as const

/** An error that a retrieval can end with. */
export type RetrievalError = (typeof SHARED_ERRORS)[number] | CodesOf<DefinitionOf<RecordName>['errors']>

/** Errors that the retrieval of a record can end with. Order: of the table. */
export function retrievalErrorsOf(...own: readonly RecordErrors[]): readonly RetrievalError[] {
  return inTableOrder([...SHARED_ERRORS, ...own.flatMap((errors) => Object.values(errors))])
}

/** Errors that a retrieval can end with. Order: of the table. */
export const RETRIEVAL_ERRORS = retrievalErrorsOf(...records.map(({ errors }) => errors))

function inTableOrder(codes: readonly string[]): readonly RetrievalError[] {
  return Object.keys(ERRORS).filter((code): code is RetrievalError => codes.includes(code))
}
