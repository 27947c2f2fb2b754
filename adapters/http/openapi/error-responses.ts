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
  const examplesOf = (toValue: (code: ServiceErrorCode) => unknown) =>
    Object.fromEntries(codes.map((code) => [code, { summary: ERRORS[code].description, value: toValue(code) }]))
  const hasReason = codes.some((code) => reasonsOf(code).length > 0)
  return {
    description: codes.map(describeCode).join('\n\n'),
    headers: {
      ...refToHeaders(['Svc-Request-Id', 'Svc-Cost', ...codes.flatMap((code) => ERRORS[code].headers)]),
      ...(hasReason && refToHeaders(['Svc-Reason'])),
      ...optionalHeaders(codes.some((code) => RETRIEVED.has(code)) ? FACTS : []),
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
