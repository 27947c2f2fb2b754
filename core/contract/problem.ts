import * as v from 'valibot'
import { described, text } from '../record/schema-parts.ts'
import { ERRORS, type ErrorBody, type ServiceErrorCode } from './errors.ts'
import { describeReason } from './reasons.ts'

/** Media type of an error as a problem. */
export const PROBLEM_TYPE = 'application/problem+json'

/** The members that a problem has before those of the error. Source: RFC 9457. */
const entries = {
  type: v.pipe(v.string(), v.url(), v.description('Absolute URL of the section about this error.')),
  title: described(text, 'What the error is, the same for each code.'),
  status: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599), v.description('HTTP status.')),
  detail: described(text, 'What happened to this request.'),
  instance: described(text, 'Id of the request, as in `Svc-Request-Id`.'),
}

/** An error as a problem, and then the members that the error has without it. */
export const problemSchema = v.objectWithRest(
  { ...entries, error: described(v.picklist(Object.keys(ERRORS) as ServiceErrorCode[]), 'Code of the error.') },
  v.unknown(),
)

export type Problem = { readonly [Name in keyof typeof entries]: v.InferOutput<(typeof entries)[Name]> } & ErrorBody

interface ProblemFacts {
  /** Page that describes all errors. */
  readonly docsUrl: string
  readonly requestId: string
  /** Value of `Svc-Reason`. Absent: null. */
  readonly reason: string | null
}

/** An error as a problem. */
export function toProblem(body: ErrorBody, { docsUrl, requestId, reason }: ProblemFacts): Problem {
  const { error } = body
  const { status, description } = ERRORS[error]
  return {
    type: `${docsUrl}#${error}`,
    title: toTitle(error),
    status,
    detail: describeReason(reason ?? '') ?? describeBody(body)?.join(' ') ?? description,
    instance: requestId,
    ...body,
  }
}

/** An error body without the members of a problem. */
export function withoutProblem(value: ErrorBody): ErrorBody {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !Object.hasOwn(entries, name))) as ErrorBody
}

/** What the body of an error says for a person, as sentences. Absent: undefined, only its code. */
export function describeBody(body: ErrorBody): readonly string[] | undefined {
  if ('details' in body && Array.isArray(body.details)) {
    return body.details.map(({ param, message }) => `${param} ${message}.`)
  }
  if ('params' in body && Array.isArray(body.params)) return [`${body.params.join(', ')} can't be used yet.`]
  return 'message' in body ? [body.message] : undefined
}

/** `asin_mismatch` to `Asin mismatch`. */
function toTitle(code: ServiceErrorCode): string {
  return code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ')
}
