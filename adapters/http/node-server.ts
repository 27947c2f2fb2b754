import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { H3 } from 'h3'
import { toNodeHandler } from 'h3/node'
import { errorBody } from '../../core/contract/index.ts'
import { answerClientError } from './client-error.ts'
import { endGently } from './end-gently.ts'
import { NO_HOST, refuseResponse, refuseSocket } from './raw-refusal.ts'
import { because } from './route/answers.ts'
import { SpelledResponse } from './spelled-response.ts'

/** Time for a client to send a whole request, headers and body. Unit: ms. */
export const REQUEST_MS = 10_000
/** Interval at which slow requests are looked for. They are cut at the latest after the sum of both. Unit: ms. */
export const REQUEST_CHECK_MS = 1000
/** Time for which a connection stays open for another request. Unit: ms. */
const KEEP_ALIVE_MS = 65_000
/** Enough for a URL of 20 KB, which is then refused for its parameters, not for its length. */
const MAX_HEADER_BYTES = 64 * 1024
/** Time without a byte after which a connection is closed, unless its answer is being worked on. Unit: ms. */
const MAX_SILENCE_MS = 120_000
/** Interval at which idle connections are closed while the server ends. Unit: ms. */
const SWEEP_MS = 50

export interface HttpServerOptions {
  /** Connections at the same time. Others are closed at once. Default: no limit. */
  readonly maxConnections?: number | undefined
  /** Called for each connection above the limit. */
  readonly onRefused?: (() => void) | undefined
  /** See REQUEST_MS. */
  readonly requestMs?: number | undefined
  /** See MAX_SILENCE_MS. */
  readonly maxSilenceMs?: number | undefined
}

export interface RunningServer {
  readonly port: number
  /** From now on, every answer ends its connection, so that clients open their next one elsewhere. */
  readonly leave: () => void
  /** Accepts no more connections, waits for the requests in progress, and aborts them after `drainMs`. Unit: ms. */
  readonly close: (drainMs: number) => Promise<void>
}

/** Starts a server of Node that answers with an app. Rejects: when the port is taken. */
export async function startHttpServer(
  app: H3,
  host: string,
  port: number,
  options: HttpServerOptions = {},
): Promise<RunningServer> {
  const { maxConnections = 0, onRefused, requestMs = REQUEST_MS, maxSilenceMs = MAX_SILENCE_MS } = options
  let isLeaving = false
  /** Ends the connection where another request on it could not be answered. */
  class EndingResponse extends SpelledResponse {
    override writeHead(status: number, ...rest: readonly unknown[]): this {
      if (isLeaving || hasOpenBody(this.req)) this.shouldKeepAlive = false
      return super.writeHead(status, ...rest)
    }
  }
  const handler = toNodeHandler(app)
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (!hasGoodHost(request)) refuseResponse(response, NO_HOST)
    else void handler(request, response)
  }
  const settings = {
    headersTimeout: requestMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: REQUEST_CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Off, because Node's refusal has no body.
    requireHostHeader: false,
    ServerResponse: EndingResponse,
  }
  const server = createServer(settings, answer)
  if (maxConnections > 0) server.maxConnections = maxConnections
  if (onRefused !== undefined) server.on('drop', onRefused)
  closeSilent(server, maxSilenceMs)
  server.on('connection', (socket: Socket) => endGently(socket))
  // An unknown `Expect` is ignored, as RFC 9110, 10.1.1 allows.
  server.on('checkExpectation', answer)
  server.on('connect', ({ headers }, socket) => {
    // Node no longer listens to this socket, and an error without a listener ends the process.
    socket.on('error', () => socket.destroy())
    const facts = { chosenId: headers['x-request-id'], headers: because('unknown_path') }
    refuseSocket(socket, errorBody('not_found'), facts)
  })
  server.on('clientError', (error, socket) => answerClientError(error, socket as Socket, app))
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    leave: () => {
      isLeaving = true
    },
    close: (drainMs) => {
      isLeaving = true
      return close(server, drainMs)
    },
  }
}

/** Whether a part of a request's body has not arrived yet. */
function hasOpenBody({ headers, complete }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return hasBody && !complete
}

const HOST = /^[\w.~!$&'()*+,;=%:[\]-]*$/

/**
 * Whether a request has one valid `Host`, or none if it is of HTTP/1.0 (RFC 9112, 3.2). Servers and
 * proxies that choose different ones of two headers can be played against each other.
 */
function hasGoodHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host')
  const [host = ''] = hosts
  if (hosts.length !== 1) return hosts.length === 0 && httpVersion === '1.0'
  return HOST.test(host) && (host === '' || URL.canParse(`http://${host}`))
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
