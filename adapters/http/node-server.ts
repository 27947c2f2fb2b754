import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { H3 } from 'h3'
import { toNodeHandler } from 'h3/node'
import { SpelledResponse } from './spelled-response.ts'

/** Slow clients get so long for their headers and their body. Unit: ms. */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 }
/** Addresses of 20 KB are read and refused by what they ask for, not by their length. */
const MAX_HEADER_BYTES = 64 * 1024
/** A connection on which nothing moves is closed after so long. Longer than any request may take. */
const MAX_SILENCE_MS = 120_000

export interface RunningServer {
  readonly port: number
  /** Takes no more requests, lets those that run end, and gives up on them after a time. Unit: ms. */
  readonly close: (drainMs: number) => Promise<void>
}

/** Serves an app on a port. Rejects: when the port is taken. */
export async function listen(app: H3, host: string, port: number): Promise<RunningServer> {
  const options = { ...TIMEOUTS, maxHeaderSize: MAX_HEADER_BYTES, ServerResponse: SpelledResponse }
  const server = createServer(options, toNodeHandler(app))
  server.timeout = MAX_SILENCE_MS
  server.on('clientError', answerClientError)
  server.listen(port, host)
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: (drainMs) => close(server, drainMs) }
}

async function close(server: Server, drainMs: number): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearTimeout(timer)
}

/** What is no request of HTTP never reaches the app: it is answered in the same form, and the connection ends. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const isFlood = error.code === 'HPE_HEADER_OVERFLOW'
  const isSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const status = isFlood ? '413 Payload Too Large' : isSlow ? '408 Request Timeout' : '400 Bad Request'
  const body = isFlood
    ? '{"error":"payload_too_large"}'
    : '{"error":"invalid_params","details":[{"param":"","message":"this is no request of HTTP"}]}'
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\nSvc-Cost: 0\r\n\r\n${body}`,
  )
}
