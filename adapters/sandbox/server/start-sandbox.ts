import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { plainAnswer, type SandboxAnswer } from './answer.ts'
import { Sandbox, type SandboxOptions } from './sandbox.ts'

/** Where the simulated marketplace listens, and what it prints. */
export interface StartSandboxOptions extends SandboxOptions {
  /** Default: 0, any free port. */
  readonly port?: number | undefined
  /** Address to listen on. Default: 127.0.0.1, which only this machine reaches. */
  readonly host?: string | undefined
}

/** The simulated marketplace as a server that listens. */
export interface RunningSandbox {
  readonly port: number
  /** Stops the server and closes all connections, waiting ones included. */
  readonly close: () => Promise<void>
}

const MAX_CONNECTIONS = 10_000
/** Time limits of a request, of its headers, and of an idle connection. Unit: ms. */
const TIMEOUTS = { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 15_000 }
/** A connection without traffic is closed after this time, as when a client does not read. */
const MAX_SILENCE_MS = 150_000
const MAX_HEADER_BYTES = 16 * 1024

/**
 * Serves the simulated marketplace over HTTP. The header `Host` names the
 * marketplace (`www.amazon.de`, `de.localhost`), else the start of the path
 * (`/www.amazon.de/dp/...`, `/de/dp/...`), else it is `com`.
 *
 * Throws: for a fault rule that is wrong, and when the port is taken.
 *
 * @example
 * ```ts
 * import { startSandbox } from 'shelfmark/sandbox/server'
 *
 * const sandbox = await startSandbox({ port: 0 })
 * console.log(await (await fetch(`http://127.0.0.1:${sandbox.port}/de/dp/B0SHLFX301`)).text())
 * await sandbox.close()
 * ```
 */
export async function startSandbox(options: StartSandboxOptions = {}): Promise<RunningSandbox> {
  const { port = 0, host = '127.0.0.1' } = options
  const sandbox = new Sandbox(options)
  const server = createServer({ ...TIMEOUTS, maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    readBody(request).then(
      (body) => sendAnswer(response, answerSafely(sandbox, request, body), request.method === 'HEAD'),
      () => response.destroy(),
    )
  })
  server.maxConnections = MAX_CONNECTIONS
  server.timeout = MAX_SILENCE_MS
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** A longer body is refused: its connection is closed. Unit: bytes. */
const MAX_BODY_BYTES = 64 * 1024

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > MAX_BODY_BYTES) throw new Error('The body is too long.')
    pieces.push(piece)
  }
  return Buffer.concat(pieces, size).toString('utf8')
}

/** Answers with status 500 when the sandbox fails to print a page, so that one bad page does not stop the server. */
function answerSafely(
  sandbox: Sandbox,
  { method = '', url = '', headers }: IncomingMessage,
  body: string,
): SandboxAnswer {
  const own = headers['x-sandbox-fault']
  try {
    return sandbox.answer({
      method,
      target: url,
      posted: method === 'POST' ? { text: body, headers: singleValues(headers) } : undefined,
      host: headers.host,
      acceptEncoding: headers['accept-encoding']?.toString(),
      faults: own?.toString(),
      visitor: { cookie: headers.cookie, token: headers['anti-csrftoken-a2z']?.toString(), body },
    })
  } catch (error) {
    return plainAnswer(500, `The sandbox failed to print this page: ${(error as Error).message}`)
  }
}

/** Headers, each with one value. */
function singleValues(headers: IncomingMessage['headers']): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value?.toString()]))
}

/** Longest silence before the server closes the connection itself. */
const MAX_HANG_MS = 120_000
const DRIP_INTERVAL_MS = 50

/**
 * Sends an answer as its delivery says: late, slowly, in part, or not at all.
 * Stops when the client disconnects.
 */
function sendAnswer(response: ServerResponse, answer: SandboxAnswer, isHead: boolean): void {
  const { delayMs, lost } = answer.delivery
  if (lost === 'reset') schedule(response, delayMs, () => response.socket?.resetAndDestroy())
  else if (lost === 'hang') schedule(response, MAX_HANG_MS, () => response.destroy())
  else schedule(response, delayMs, () => sendNow(response, answer, isHead))
}

/** Calls `act` after a delay, unless the client disconnects before. Without a delay it calls `act` at once. */
function schedule(response: ServerResponse, ms: number, act: () => void): void {
  if (ms <= 0) {
    act()
    return
  }
  const timer = setTimeout(act, ms)
  response.once('close', () => clearTimeout(timer))
}

function sendNow(response: ServerResponse, answer: SandboxAnswer, isHead: boolean): void {
  const { status, headers, setCookies = [], body, delivery } = answer
  const { breakAt, bytesPerSecond } = delivery
  const cookies = [headers['Set-Cookie'] ?? [], setCookies].flat()
  response.writeHead(status, cookies.length === 0 ? headers : { ...headers, 'Set-Cookie': cookies })
  if (isHead) {
    response.end()
    return
  }
  const part = breakAt === null ? body : body.subarray(0, breakAt)
  const finish = () => (breakAt === null ? response.end() : response.destroy())
  if (bytesPerSecond !== null) drip(response, part, bytesPerSecond, finish)
  else if (breakAt === null) response.end(part)
  else response.write(part, finish)
}

/** Sends a body at a limited speed, at least one byte at a time. */
function drip(response: ServerResponse, body: Buffer, bytesPerSecond: number, finish: () => void): void {
  const intervalMs = Math.max(DRIP_INTERVAL_MS, 1000 / bytesPerSecond)
  const step = Math.max(1, Math.round((bytesPerSecond * intervalMs) / 1000))
  let sent = 0
  const timer = setInterval(() => {
    if (response.writableNeedDrain) return
    const piece = body.subarray(sent, sent + step)
    sent += step
    if (sent < body.length) {
      response.write(piece)
      return
    }
    clearInterval(timer)
    response.write(piece, finish)
  }, intervalMs)
  response.once('close', () => clearInterval(timer))
}
