import { ERRORS, RETRIEVAL_ERRORS, type ServiceErrorCode } from '../../../core/contract/index.ts'
import type { ResponseObject } from './document.ts'
import { errorExamples } from './examples/errors.ts'
import { optionalHeaders, refToHeaders, type HeaderName } from './headers.ts'
import { errorSchemaName, schemaRef } from './schemas.ts'

const RETRIEVED: ReadonlySet<ServiceErrorCode> = new Set(RETRIEVAL_ERRORS)

/** Headers of a retrieval that failed. One that has no value is absent. */
const FACTS: readonly HeaderName[] = [
  'Svc-Resolved-Url',
  'Svc-Source-Status',
  'Svc-Attempts',
  'Svc-Extractor-Version',
  'Svc-Fetched-At',
]

const ALL_ERRORS = Object.keys(ERRORS) as ServiceErrorCode[]

/** The codes, in the order of the table of errors. */
export function inTableOrder(codes: readonly ServiceErrorCode[]): readonly ServiceErrorCode[] {
  return ALL_ERRORS.filter((code) => codes.includes(code))
}

/** Error responses by HTTP status. Codes of the same status share a response. */
export function errorResponses(codes: readonly ServiceErrorCode[]): Readonly<Record<string, ResponseObject>> {
  const ordered = inTableOrder(codes)
  const statuses = [...new Set(ordered.map((code) => ERRORS[code].status))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => [String(status), toResponse(ordered.filter((code) => ERRORS[code].status === status))]),
  )
}

/** `codes`: at least one, all of the same status. */
function toResponse(codes: readonly ServiceErrorCode[]): ResponseObject {
  const refs = codes.map((code) => schemaRef(errorSchemaName(code)))
  const [only] = refs
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].description}`).join('\n\n'),
    headers: {
      ...refToHeaders(['Svc-Request-Id', 'Svc-Cost', ...codes.flatMap((code) => ERRORS[code].headers)]),
      ...optionalHeaders(codes.some((code) => RETRIEVED.has(code)) ? FACTS : []),
    },
    content: {
      'application/json': {
        schema: only !== undefined && refs.length === 1 ? only : { oneOf: refs },
        examples: Object.fromEntries(
          codes.map((code) => [code, { summary: ERRORS[code].description, value: errorExamples[code] }]),
        ),
      },
    },
  }
}
