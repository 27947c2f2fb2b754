import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { H3 } from 'h3'
import { toNodeHandler } from 'h3/node'
import { ERRORS, errorBody, type ErrorBody } from '../../core/contract/index.ts'
import { FREE, JSON_TYPE } from './route/answers.ts'
import { SpelledResponse } from './spelled-response.ts'

/** Time for a slow client to send its headers and its body. Unit: ms. */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 }
/** Enough for a URL of 20 KB, which is then refused for its parameters, not for its length. */
const MAX_HEADER_BYTES = 64 * 1024
/** Time without a byte after which a connection is closed, unless its answer is being worked on. Unit: ms. */
const MAX_SILENCE_MS = 120_000
/** Interval at which idle connections are closed while the server ends. Unit: ms. */
const SWEEP_MS = 50

export interface RunningServer {
  readonly port: number
  /** Accepts no more connections, waits for the requests in progress, and aborts them after `drainMs`. Unit: ms. */
  readonly close: (drainMs: number) => Promise<void>
}

/** Serves an app on a port. `maxSilenceMs`: see MAX_SILENCE_MS. Rejects: when the port is taken. */
export async function listen(
  app: H3,
  host: string,
  port: number,
  maxSilenceMs = MAX_SILENCE_MS,
): Promise<RunningServer> {
  const options = {
    ...TIMEOUTS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Off, because Node's refusal has no body, and the service does not use the header.
    requireHostHeader: false,
    ServerResponse: SpelledResponse,
  }
  const handler = toNodeHandler(app)
  const server = createServer(options, handler)
  closeSilent(server, maxSilenceMs)
  // An unknown `Expect` is ignored, as RFC 9110, 10.1.1 allows.
  server.on('checkExpectation', handler)
  server.on('connect', (_, socket) => {
    // Node no longer listens to this socket, and an error without a listener ends the process.
    socket.on('error', () => socket.destroy())
    endWith(socket, errorBody('not_found'))
  })
  server.on('clientError', answerClientError)
  server.listen(port, host)
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: (drainMs) => close(server, drainMs) }
}

/** Closes idle connections, except while their answer is being worked on: a search of ten pages takes minutes, and has its own time limit. */
function closeSilent(server: Server, maxSilenceMs: number): void {
  const answers = new WeakMap<Socket, ServerResponse>()
  server.on('request', ({ socket }, response) => answers.set(socket, response))
  server.setTimeout(maxSilenceMs, (socket: Socket) => {
    const answer = answers.get(socket)
    const isWorkedOn = answer !== undefined && !answer.headersSent && !answer.closed
    if (!isWorkedOn) socket.destroy()
  })
}

async function close(server: Server, drainMs: number): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  // A connection whose answer has ended stays open for another request, and `close` waits for it.
  const sweeper = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  const timer = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearInterval(sweeper)
  clearTimeout(timer)
}

const NO_REQUEST = errorBody('invalid_params', {
  details: [{ param: 'request', message: 'must be whole, in time, and of HTTP/1.1' }],
})

/** Answers a malformed HTTP request, which never reaches the app, with an error of the interface. */
function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  endWith(socket, error.code === 'HPE_HEADER_OVERFLOW' ? errorBody('payload_too_large') : NO_REQUEST)
}

/** Writes an error without the framework, and ends the connection. */
function endWith(socket: Duplex, body: ErrorBody): void {
  const text = JSON.stringify(body)
  const { status } = ERRORS[body.error]
  const headers = {
    'Content-Type': JSON_TYPE,
    ...FREE,
    'Svc-Request-Id': randomUUID(),
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n${lines.join('')}\r\n${text}`)
}
