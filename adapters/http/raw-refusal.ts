import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ERRORS, errorBody, type ErrorBody } from '../../core/contract/index.ts'
import { EVERY_ANSWER, FREE, JSON_TYPE, type HeaderValues } from './route/answers.ts'

/** Error of a request that is not HTTP/1.1, or that does not arrive in time. */
export const NO_REQUEST = errorBody('invalid_params', {
  details: [{ param: 'request', message: 'must be whole, in time, and of HTTP/1.1' }],
})

/** Error of a request without the header `Host`, with two, or with one that names no host. */
export const NO_HOST = errorBody('invalid_params', {
  details: [{ param: 'Host', message: 'must be given once, as a host with or without a port' }],
})

/** Writes an error to a socket without a response, and ends the connection. */
export function refuseSocket(socket: Duplex, body: ErrorBody, more: HeaderValues = {}): void {
  const { status, headers, text } = print(body, more)
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n${lines.join('')}\r\n${text}`)
}

/** Answers with an error without the framework, and ends the connection. */
export function refuseResponse(response: ServerResponse, body: ErrorBody): void {
  const { status, headers, text } = print(body)
  response.writeHead(status, headers.flat())
  response.end(text)
}

function print(body: ErrorBody, more: HeaderValues = {}) {
  const text = JSON.stringify(body)
  const headers = Object.entries({
    'Content-Type': JSON_TYPE,
    ...EVERY_ANSWER,
    ...FREE,
    ...more,
    'Svc-Request-Id': randomUUID(),
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
  })
  return { status: ERRORS[body.error].status, headers, text }
}
