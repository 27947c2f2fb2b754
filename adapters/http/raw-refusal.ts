import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ERRORS, errorBody, type ErrorBody } from '../../core/contract/index.ts'
import { EVERY_ANSWER, FREE, JSON_TYPE } from './route/answers.ts'

/** Error of a request that is not HTTP/1.1, or that does not arrive in time. */
export const NO_REQUEST = errorBody('invalid_params', {
  details: [{ param: 'request', message: 'must be whole, in time, and of HTTP/1.1' }],
})

/** Writes an error to a socket without a response, and ends the connection. */
export function refuseSocket(socket: Duplex, body: ErrorBody): void {
  const { status, headers, text } = print(body)
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n${lines.join('')}\r\n${text}`)
}

/** Answers with an error without the framework, and ends the connection. */
export function refuseResponse(response: ServerResponse, body: ErrorBody): void {
  const { status, headers, text } = print(body)
  response.writeHead(status, headers.flat())
  response.end(text)
}

function print(body: ErrorBody) {
  const text = JSON.stringify(body)
  const headers = Object.entries({
    'Content-Type': JSON_TYPE,
    ...EVERY_ANSWER,
    ...FREE,
    'Svc-Request-Id': randomUUID(),
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
  })
  return { status: ERRORS[body.error].status, headers, text }
}
