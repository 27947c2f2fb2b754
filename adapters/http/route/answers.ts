import { HTTPResponse } from 'h3'
import { ERRORS, errorBody, type ErrorBody, type Reason, type ServiceErrorCode } from '../../../core/contract/index.ts'

export type HeaderValues = Readonly<Record<string, string>>

/** Header of an answer that is not charged. */
export const FREE: HeaderValues = { 'Svc-Cost': '0' }

/** Header of the answer to an earlier request with the same idempotency key, given again. */
export const REPLAYED: HeaderValues = { 'Svc-Replayed': 'true' }

/** Headers of every answer: it is for this caller alone, and is what its type says. */
export const EVERY_ANSWER: HeaderValues = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

export const JSON_TYPE = 'application/json; charset=utf-8'
/** JSON, a value on each line. */
export const LINES_TYPE = 'application/x-ndjson; charset=utf-8'

/** Answer with a value as JSON. */
export function jsonAnswer(status: number, value: unknown, headers: HeaderValues = {}): HTTPResponse {
  return textAnswer(status, JSON.stringify(value), JSON_TYPE, headers)
}

/** Answer with a text that is JSON already. */
export function jsonTextAnswer(status: number, text: string, headers: HeaderValues = {}): HTTPResponse {
  return textAnswer(status, text, JSON_TYPE, headers)
}

export function textAnswer(
  status: number,
  body: string | Uint8Array<ArrayBuffer>,
  type: string,
  headers: HeaderValues = {},
): HTTPResponse {
  return new HTTPResponse(body, { status, headers: { 'Content-Type': type, ...headers } })
}

/** Answer in pieces. `body`: see `pacedStream`. */
export function streamAnswer(
  status: number,
  body: ReadableStream<Uint8Array>,
  type: string,
  headers: HeaderValues = {},
): HTTPResponse {
  return new HTTPResponse(body, { status, headers: { 'Content-Type': type, ...headers } })
}

/** How a key is sent, for those who sent none that is valid. */
const CHALLENGE: HeaderValues = { 'WWW-Authenticate': 'Bearer realm="shelfmark"' }

/** Errors whose body has no members besides the code. */
type PlainErrorCode = Exclude<
  ServiceErrorCode,
  'invalid_params' | 'rate_limited' | 'quota_exceeded' | 'not_implemented'
>

/** Answer of an error whose body is its code. */
export function refuse(code: PlainErrorCode, headers: HeaderValues = {}): HTTPResponse {
  return refuseWith(errorBody(code), headers)
}

/** Answer of an error. */
export class Refusal extends HTTPResponse {
  readonly error: ErrorBody

  constructor(body: ErrorBody, headers: HeaderValues) {
    const { status } = ERRORS[body.error]
    const challenge = status === 401 ? CHALLENGE : {}
    super(JSON.stringify(body), { status, headers: { 'Content-Type': JSON_TYPE, ...FREE, ...challenge, ...headers } })
    this.error = body
  }
}

/** Answer of an error with its whole body. */
export function refuseWith(body: ErrorBody, headers: HeaderValues = {}): HTTPResponse {
  return new Refusal(body, headers)
}

/** Answer to parameters that are wrong. */
export function refuseParams(details: Readonly<ErrorBody<'invalid_params'>['details']>): HTTPResponse {
  return refuseWith(errorBody('invalid_params', { details: [...details] }))
}

/** Answer to one parameter that is wrong. */
export function refuseParam(param: string, message: string): HTTPResponse {
  return refuseParams([{ param, message }])
}

/** How long callers are asked to wait while the server is ending or its store is down. Unit: s. */
const UNAVAILABLE_RETRY_SECONDS = '5'

/** Answer while the server can't work. */
export function refuseForNow(reason: Reason): HTTPResponse {
  return refuse('unavailable', { 'Retry-After': UNAVAILABLE_RETRY_SECONDS, ...because(reason) })
}

/** Header that says why. Answers 404, 502 and 503 have it. */
export function because(reason: Reason): HeaderValues {
  return { 'Svc-Reason': reason }
}

/** Answer for a path that the app does not have. */
export function refusePath(): HTTPResponse {
  return refuse('not_found', because('unknown_path'))
}

/** Answer for a batch that does not exist, or is of another workspace or of keys of the other kind. */
export function refuseBatch(): HTTPResponse {
  return refuse('not_found', because('unknown_batch'))
}

/** Answer for a schedule that does not exist, or is of another workspace or of keys of the other kind. */
export function refuseSchedule(): HTTPResponse {
  return refuse('not_found', because('unknown_schedule'))
}

/** Answer for a watch that does not exist, or is of another workspace or of keys of the other kind. */
export function refuseWatch(): HTTPResponse {
  return refuse('not_found', because('unknown_watch'))
}

/** Answer for a key that does not exist or was revoked, or is of another workspace or of the other kind. */
export function refuseKey(): HTTPResponse {
  return refuse('not_found', because('unknown_key'))
}

/** The client has left, and does not read the answer. The log shows its status. */
export function abandoned(): HTTPResponse {
  return new HTTPResponse(null, { status: 499 })
}
