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

/** Slow clients get so long for their headers and their body. Unit: ms. */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 }
/** Addresses of 20 KB are read and refused by what they ask for, not by their length. */
const MAX_HEADER_BYTES = 64 * 1024
/** A connection on which nothing moves is closed after so long, unless its answer is being worked on. */
const MAX_SILENCE_MS = 120_000
/** How often idle connections are looked for when the server is to end. */
const SWEEP_MS = 50

export interface RunningServer {
  readonly port: number
  /** Takes no more requests, lets those that run end, and gives up on them after a time. Unit: ms. */
  readonly close: (drainMs: number) => Promise<void>
}

/** Serves an app on a port. `maxSilenceMs`: see above. Rejects: when the port is taken. */
export async function listen(
  app: H3,
  host: string,
  port: number,
  maxSilenceMs = MAX_SILENCE_MS,
): Promise<RunningServer> {
  const options = {
    ...TIMEOUTS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Node's own refusal has no body; nothing here depends on the header.
    requireHostHeader: false,
    ServerResponse: SpelledResponse,
  }
  const handler = toNodeHandler(app)
  const server = createServer(options, handler)
  closeSilent(server, maxSilenceMs)
  // An expectation that nobody knows is ignored, as the standard allows.
  server.on('checkExpectation', handler)
  server.on('connect', (_, socket) => {
    // Nobody else listens any more, and an error that nobody hears ends the process.
    socket.on('error', () => socket.destroy())
    endWith(socket, errorBody('not_found'))
  })
  server.on('clientError', answerClientError)
  server.listen(port, host)
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: (drainMs) => close(server, drainMs) }
}

/** A search of ten pages may take minutes, and has limits of its own; a client that reads nothing of an answer has not. */
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
  // Connections on which an answer has ended stay open for the next request, which is not to come.
  const sweeper = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  const timer = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearInterval(sweeper)
  clearTimeout(timer)
}

const NO_REQUEST = errorBody('invalid_params', {
  details: [{ param: 'request', message: 'must be whole, in time, and of HTTP/1.1' }],
})

/** What is no request of HTTP never reaches the app: it is answered in the same form, and the connection ends. */
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
