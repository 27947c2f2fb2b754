import { HTTPResponse } from 'h3'

/** What is sent back, before it is a response of a framework. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Absent: null, no body. */
  readonly body: string | Uint8Array | null
}

export type Headers = Readonly<Record<string, string>>

const JSON_TYPE = 'application/json; charset=utf-8'

/** A value as JSON. */
export function jsonAnswer(status: number, value: unknown, headers: Headers = {}): Answer {
  return textAnswer(status, JSON.stringify(value), JSON_TYPE, headers)
}

/** JSON that is text already. */
export function jsonTextAnswer(status: number, text: string, headers: Headers = {}): Answer {
  return textAnswer(status, text, JSON_TYPE, headers)
}

export function textAnswer(status: number, body: string | Uint8Array, type: string, headers: Headers = {}): Answer {
  return { status, headers: { 'Content-Type': type, ...headers }, body }
}

export function withHeaders(answer: Answer, headers: Headers): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } }
}

export function toResponse({ status, headers, body }: Answer): HTTPResponse {
  return new HTTPResponse(body, { status, headers })
}
