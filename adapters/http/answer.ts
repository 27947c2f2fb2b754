import { HTTPResponse } from 'h3'

/** What is sent back, before it is a response of a framework. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Absent: null, no body. A stream is read once, as fast as the client takes it. */
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array> | null
}

export type Headers = Readonly<Record<string, string>>

/** What is not charged says so. */
export const FREE: Headers = { 'Svc-Cost': '0' }

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

/** JSON that comes piece by piece. */
export function jsonStreamAnswer(status: number, pieces: AsyncIterable<Uint8Array>, headers: Headers = {}): Answer {
  return { status, headers: { 'Content-Type': JSON_TYPE, ...headers }, body: pieces }
}

export function toResponse({ status, headers, body }: Answer): HTTPResponse {
  const isStream = body !== null && typeof body === 'object' && Symbol.asyncIterator in body
  return new HTTPResponse(isStream ? ReadableStream.from(body) : body, { status, headers })
}
