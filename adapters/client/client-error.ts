import {
  describeBody,
  ERRORS,
  withoutProblem,
  type ErrorBody,
  type Problem,
  type ServiceErrorCode,
} from '../../core/contract/index.ts'
import type { AnswerMeta } from './answer.ts'

/**
 * Why there is no answer of the service.
 *
 * - `network`: the service can't be reached, or the connection broke.
 * - `timeout`: the attempt exceeded its time limit.
 * - `invalid_answer`: something else answered, such as a proxy.
 */
export type ConnectionErrorCode = 'network' | 'timeout' | 'invalid_answer'

/** A call without a result. Nothing was charged, except possibly after a `ConnectionError`: the same idempotency key gives that answer again. */
export class ClientError extends Error {
  /** Whether the same call may succeed later. */
  readonly retryable: boolean
  /** Pause that the service asks for before the next call. Unit: ms. Absent: null, it asks for none. */
  readonly retryAfterMs: number | null

  constructor(message: string, retryable: boolean, retryAfterMs: number | null, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.retryable = retryable
    this.retryAfterMs = retryAfterMs
  }
}

/** Of proxies in front of a service that is ending, busy or starting. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** The service did not answer, or not as the service does. */
export class ConnectionError extends ClientError {
  readonly code: ConnectionErrorCode
  /** HTTP status. Absent: null, there was no answer. */
  readonly status: number | null

  constructor(code: ConnectionErrorCode, message: string, status: number | null, options?: ErrorOptions) {
    super(message, status === null || PASSING_STATUSES.has(status), null, options)
    this.code = code
    this.status = status
  }
}

/** An error that the service documents. `code` tells which one; `body` has its members. */
export class ServiceError<Code extends ServiceErrorCode = ServiceErrorCode> extends ClientError {
  readonly code: Code
  /** HTTP status. */
  readonly status: number
  /** What is wrong, for a person. */
  readonly reason: string
  readonly body: ErrorBody<Code>
  readonly meta: AnswerMeta

  /** `answered`: the body of the answer, with or without the members of a problem. */
  constructor(
    status: number,
    answered: ErrorBody<Code> | (Problem & ErrorBody<Code>),
    meta: AnswerMeta,
    retryAfterMs: number | null,
  ) {
    const body = withoutProblem(answered) as ErrorBody<Code>
    const { description, retryable } = ERRORS[body.error]
    const reason = describe(body) ?? ('detail' in answered ? answered.detail : description)
    super(`The service answered ${status} ${body.error}: ${reason}`, retryable, retryAfterMs)
    this.code = body.error as Code
    this.status = status
    this.reason = reason
    this.body = body
    this.meta = meta
  }
}

/** What the body of an error says for a person, a line for each of several sentences. Absent: undefined, only its code. */
function describe(body: ErrorBody): string | undefined {
  const sentences = describeBody(body)
  return sentences === undefined || sentences.length === 1
    ? sentences?.[0]
    : sentences.map((one) => `\n  ${one}`).join('')
}

/**
 * Whether an error is that of the service with a code. `body` then has the members of that code.
 *
 * @example
 * ```ts
 * import { createClient, isServiceError } from 'shelfmark/client'
 *
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8080', key: process.env.SHELFMARK_KEY ?? '' })
 * try {
 *   await client.product({ query: 'B0SHLFX301' })
 * } catch (error) {
 *   if (!isServiceError(error, 'product_not_found')) throw error
 *   console.log('The product is not sold there.')
 * }
 * ```
 */
export function isServiceError<Code extends ServiceErrorCode>(error: unknown, code: Code): error is ServiceError<Code> {
  return error instanceof ServiceError && error.code === code
}
