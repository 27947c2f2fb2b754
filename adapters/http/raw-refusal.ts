import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ERRORS, errorBody, type ErrorBody } from '../../core/contract/index.ts'
import { EVERY_ANSWER, FREE, JSON_TYPE, type HeaderValues } from './route/answers.ts'
import { chosenRequestId } from './route/request-id.ts'

/** Error of a request that is not HTTP/1.1, or that does not arrive in time. */
export const NO_REQUEST = errorBody('invalid_params', {
  details: [{ param: 'request', message: 'must be whole, in time, and of HTTP/1.1' }],
})

/** Error of a request without the header `Host`, with two, or with one that names no host. */
export const NO_HOST = errorBody('invalid_params', {
  details: [{ param: 'Host', message: 'must be given once, as a host with or without a port' }],
})

/** What an answer says besides its error. */
interface RawFacts {
  /** Value of `X-Request-Id`, as far as the request could be read. */
  readonly chosenId: string | readonly string[] | undefined
  /** Default: none. */
  readonly headers?: HeaderValues
}

/** Writes an error to a socket without a response, and ends the connection. */
export function refuseSocket(socket: Duplex, body: ErrorBody, facts: RawFacts): void {
  const { status, headers, text } = print(body, facts)
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n${lines.join('')}\r\n${text}`)
}

/** Answers with an error without the framework, and ends the connection. */
export function refuseResponse(response: ServerResponse, body: ErrorBody): void {
  const { status, headers, text } = print(body, { chosenId: response.req.headers['x-request-id'] })
  response.writeHead(status, headers.flat())
  response.end(text)
}

function print(body: ErrorBody, { chosenId, headers: more = {} }: RawFacts) {
  const text = JSON.stringify(body)
  const headers = Object.entries({
    'Content-Type': JSON_TYPE,
    ...EVERY_ANSWER,
    ...FREE,
    ...more,
    'Svc-Request-Id': chosenRequestId(chosenId) ?? randomUUID(),
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
  })
  return { status: ERRORS[body.error].status, headers, text }
}
