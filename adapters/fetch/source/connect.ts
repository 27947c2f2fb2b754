import { once } from 'node:events'
import { request as requestPlain, type IncomingMessage } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { untilAborted } from '../../signals.ts'
import { SourceError } from './page-source.ts'
import { proxyProblem, type Proxies, type ProxyExit } from './proxies.ts'
import { describeFailure, withTimeLimit } from './time-limit.ts'

/** Where a connection leads. */
export type Target = buildConnector.Options

/**
 * Opens a connection that is ready for a request; to an https address, with TLS.
 *
 * Rejects: with a `SourceError`. When the signal is aborted or the time has passed, nothing of the connection is left.
 */
export type OpenConnection = (target: Target, signal: AbortSignal) => Promise<Socket>

export interface ConnectOptions {
  /** Starts TLS on the socket of a target. */
  readonly startTls: buildConnector.connector
  /** Time for a connection. Unit: ms. */
  readonly limitMs: number
}

/** Data is sent at once, and a connection that is kept open is probed. Unit of the delay: ms. */
const SOCKET = { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 } as const

/** Connections without a proxy. `lookup`: resolves the hosts. Default: as the machine does. */
export function directly({ startTls, limitMs }: ConnectOptions, lookup?: LookupFunction): OpenConnection {
  return (target, caller) =>
    withTimeLimit(caller, limitMs, async (signal) => {
      const address = { host: target.hostname, port: portOf(target) }
      const socket = connect({ ...SOCKET, ...address, ...(lookup === undefined ? {} : { lookup }) })
      await orDestroy(socket, signal, once(socket, 'connect'))
      return await secure(socket, target, startTls, signal)
    })
}

/** A connection that nobody waits for any longer says something of its proxy when it has had this part of its time. */
const PATIENT = 1 / 3

/** Connections through the tunnels of a proxy. */
export function throughProxy(
  proxy: ProxyExit,
  proxies: Proxies,
  { startTls, limitMs, nowMs = () => performance.now() }: ConnectOptions & { readonly nowMs?: () => number },
): OpenConnection {
  const open = async (target: Target, caller: AbortSignal): Promise<Socket> => {
    const startMs = nowMs()
    try {
      return await withTimeLimit(caller, limitMs, async (signal) => {
        const socket = await openTunnel(proxy, target, signal)
        return await secure(socket, target, startTls, signal).catch((error: unknown) => {
          throw proxyProblem(`led to no TLS with ${target.hostname}: ${describeFailure(error)}`, error)
        })
      })
    } catch (error) {
      const waitedMs = nowMs() - startMs
      if (!(error instanceof SourceError) || error.code === 'proxy' || waitedMs < PATIENT * limitMs) throw error
      throw proxyProblem(
        `gave no connection to ${target.hostname} within ${Math.min(limitMs, Math.round(waitedMs))} ms`,
        error,
      )
    }
  }
  return (target, caller) => proxies.connect(proxy, () => open(target, caller))
}

/** Rejects: `proxy`; with the reason of the signal. */
async function openTunnel({ url, authorization }: ProxyExit, target: Target, signal: AbortSignal): Promise<Socket> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const authority = target.port === '' ? `${target.host}:${portOf(target)}` : (target.host ?? target.hostname)
  const request = (url.protocol === 'https:' ? requestSecurely : requestPlain)({
    method: 'CONNECT',
    host,
    // Without it, the name would be that of the target.
    servername: isIP(host) === 0 ? host : '',
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path: authority,
    headers: { Host: authority, Connection: 'keep-alive', 'Proxy-Connection': 'keep-alive', ...authorization },
    agent: false,
  })
  const answered = once(request, 'connect') as Promise<[IncomingMessage, Socket, Buffer]>
  request.on('error', () => undefined).end()
  const [{ statusCode = 0 }, socket, head] = await orDestroy(request, signal, answered).catch((error: unknown) => {
    throw proxyProblem(describeNoAnswer(error), error)
  })
  if (statusCode >= 200 && statusCode <= 299) {
    if (head.length > 0) socket.unshift(head)
    return socket.setNoDelay(true).setKeepAlive(true, SOCKET.keepAliveInitialDelay)
  }
  socket.on('error', () => undefined).destroy()
  const hint = statusCode === 407 ? ': it asks for a user and a password, or refuses those that it has' : ''
  throw proxyProblem(`answered ${statusCode} to CONNECT${hint}`)
}

function describeNoAnswer(error: unknown): string {
  const code = describeFailure(error)
  if (code.startsWith('HPE_')) return `gave an answer to CONNECT that is not HTTP: ${code}`
  return code === 'ECONNRESET'
    ? 'closed the connection without a whole answer to CONNECT'
    : `could not be reached: ${code}`
}

/** Starts TLS, where a target has it. */
async function secure(
  socket: Socket,
  target: Target,
  startTls: buildConnector.connector,
  signal: AbortSignal,
): Promise<Socket> {
  // Until the client listens, a connection that breaks must not end the process.
  socket.on('error', () => undefined)
  if (target.protocol !== 'https:') return socket
  const started = new Promise<Socket>((resolve, reject) => {
    startTls({ ...target, httpSocket: socket }, (error, secured) => {
      if (error === null) resolve(secured)
      else reject(error)
    })
  })
  return await orDestroy(socket, signal, started)
}

/** Waits for a step of a connection, and destroys the connection unless it succeeds before the signal is aborted. */
async function orDestroy<T>(
  connection: { readonly destroy: () => unknown },
  signal: AbortSignal,
  step: Promise<T>,
): Promise<T> {
  try {
    return await untilAborted(step, signal)
  } catch (error) {
    connection.destroy()
    throw error
  }
}

function portOf({ port, protocol }: Target): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80)
}
