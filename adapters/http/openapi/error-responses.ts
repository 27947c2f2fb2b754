import {
  ERRORS,
  PROBLEM_TYPE,
  reasonsOf,
  RETRIEVAL_ERRORS,
  toProblem,
  type ServiceErrorCode,
} from '../../../core/contract/index.ts'
import type { ResponseObject } from './document.ts'
import { errorExamples, problemFacts } from './examples/errors.ts'
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

/** Absent when the service ends, or when the request could not be read. */
const RATE: readonly HeaderName[] = ['RateLimit-Policy', 'RateLimit']

const ALL_ERRORS = Object.keys(ERRORS) as ServiceErrorCode[]

/** The codes, in the order of the table of errors. */
export function inTableOrder(codes: readonly ServiceErrorCode[]): readonly ServiceErrorCode[] {
  return ALL_ERRORS.filter((code) => codes.includes(code))
}

/** Error responses by HTTP status. Codes of the same status share a response. */
export function errorResponses(codes: readonly ServiceErrorCode[]): Readonly<Record<string, ResponseObject>> {
  const ordered = inTableOrder(codes)
  const needsKey = codes.includes('unauthorized')
  const statuses = [...new Set(ordered.map((code) => ERRORS[code].status))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = ordered.filter((code) => ERRORS[code].status === status)
      return [String(status), toResponse(ofStatus, needsKey && status !== 401)]
    }),
  )
}

/** `codes`: at least one, all of the same status. `hasRate`: whether it can be the answer to a valid key. */
function toResponse(codes: readonly ServiceErrorCode[], hasRate: boolean): ResponseObject {
  const refs = codes.map((code) => schemaRef(errorSchemaName(code)))
  const [only] = refs
  const examplesOf = (toValue: (code: ServiceErrorCode) => unknown) =>
    Object.fromEntries(codes.map((code) => [code, { summary: ERRORS[code].description, value: toValue(code) }]))
  const hasReason = codes.some((code) => reasonsOf(code).length > 0)
  return {
    description: codes.map(describeCode).join('\n\n'),
    headers: {
      ...refToHeaders(['Svc-Request-Id', 'Svc-Cost', ...codes.flatMap((code) => ERRORS[code].headers)]),
      ...(hasReason && refToHeaders(['Svc-Reason'])),
      ...optionalHeaders(codes.some((code) => RETRIEVED.has(code)) ? FACTS : []),
      ...optionalHeaders(hasRate ? RATE : []),
      ...optionalHeaders(codes.includes('unsupported_media_type') ? ['Accept-Encoding'] : []),
    },
    content: {
      'application/json': {
        schema: only !== undefined && refs.length === 1 ? only : { oneOf: refs },
        examples: examplesOf((code) => errorExamples[code]),
      },
      [PROBLEM_TYPE]: {
        schema: schemaRef('Problem'),
        examples: examplesOf((code) => toProblem(errorExamples[code], problemFacts(code))),
      },
    },
  }
}

function describeCode(code: ServiceErrorCode): string {
  const reasons = reasonsOf(code).map((reason) => `\`${reason}\``)
  const why = reasons.length === 0 ? '' : ` \`Svc-Reason\`: ${reasons.join(', ')}.`
  return `\`${code}\`: ${ERRORS[code].description}${why}`
}
