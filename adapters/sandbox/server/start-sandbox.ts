import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { plainAnswer, type SandboxAnswer } from './answer.ts'
import { Sandbox, type SandboxOptions } from './sandbox.ts'
import { sendAnswer } from './send-answer.ts'

export interface StartSandboxOptions extends SandboxOptions {
  /** Default: 0, a free one. */
  readonly port?: number | undefined
  /** Address that is listened at. Default: 127.0.0.1, for this machine alone. */
  readonly host?: string | undefined
}

export interface RunningSandbox {
  readonly port: number
  /** Ends all connections, also those that wait. */
  readonly close: () => Promise<void>
}

const MAX_CONNECTIONS = 10_000
/** Clients have so long for what they send, and connections without a request stay so long. Unit: ms. */
const TIMEOUTS = { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 15_000 }
/** A connection on which nothing moves, such as that of a client that does not read, is closed after so long. */
const MAX_SILENCE_MS = 150_000
const MAX_HEADER_BYTES = 16 * 1024

/**
 * Serves the simulated marketplace over HTTP. The marketplace is chosen by the
 * header `Host` (`www.amazon.de`, `de.localhost`), else by the beginning of the
 * path (`/www.amazon.de/dp/...`, `/de/dp/...`), else it is `com`.
 *
 * Rejects: when the port is taken.
 */
export async function startSandbox(options: StartSandboxOptions): Promise<RunningSandbox> {
  const { port = 0, host = '127.0.0.1' } = options
  const sandbox = new Sandbox(options)
  const server = createServer({ ...TIMEOUTS, maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    // Nobody reads what is sent along.
    request.resume()
    sendAnswer(response, answerSafely(sandbox, request, response), request.method === 'HEAD')
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

/** A page that can't be printed is a mistake of the sandbox: its client sees it, others are served. */
function answerSafely(
  sandbox: Sandbox,
  { method = '', url = '', headers }: IncomingMessage,
  response: ServerResponse,
): SandboxAnswer {
  const own = headers['x-sandbox-fault']
  // A connection whose request was refused with what is still on its way is of no more use.
  if (method !== 'GET' && method !== 'HEAD') response.shouldKeepAlive = false
  try {
    return sandbox.answer({
      method,
      target: url,
      host: headers.host,
      acceptEncoding: headers['accept-encoding']?.toString(),
      faults: own?.toString(),
    })
  } catch (error) {
    return plainAnswer(500, `The sandbox can't print this page: ${(error as Error).message}`)
  }
}
