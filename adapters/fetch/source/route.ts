import { setMaxListeners } from 'node:events'
import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import type { Agent, buildConnector, Dispatcher, request } from 'undici'
import { untilAborted } from '../../signals.ts'
import type { OpenConnection, Target } from './connect.ts'
import { SourceError } from './page-source.ts'

/** Connections that one request may begin: a library that goes on trying is stopped. */
const MAX_CONNECTIONS = 8

/** What is sent: the rest is decided by the route. */
export type RouteRequest = Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body'> & {
  readonly signal: AbortSignal
}

export interface RouteOptions {
  readonly undici: { readonly Agent: typeof Agent; readonly request: typeof request }
  readonly open: OpenConnection
  /** An idle connection is closed after this time. Unit: ms. */
  readonly keepAliveMs: number
}

/** Requests to one origin that have no answer yet. */
interface Waiting {
  requests: number
  connectionsLeft: number
  /** Aborted when none of them waits any longer: connections that are being opened are of no use then. */
  readonly nobody: AbortController
}

/**
 * A way to servers, which keeps connections alive. The client behind it can't abort a connection that is
 * being opened, and tries some again without end: so requests wait for it no longer than they have time, and what
 * it opens is counted, and ended with the last request that waits.
 */
export class Route {
  private readonly agent: Agent
  private readonly sendWith: typeof request
  private readonly open: OpenConnection
  /** By origin. */
  private readonly waiting = new Map<string, Waiting>()

  constructor({ undici, open, keepAliveMs }: RouteOptions) {
    this.open = open
    this.sendWith = undici.request
    this.agent = new undici.Agent({
      connect: callbackify((target: Target) => this.openCounted(target)) as unknown as buildConnector.connector,
      keepAliveTimeout: keepAliveMs,
      // The caller has a time limit for the whole.
      headersTimeout: 0,
      bodyTimeout: 0,
      pipelining: 1,
    })
  }

  /** Sends a request, and gives the beginning of its answer. Rejects: as the connection does; with the reason of the signal. */
  async send(url: string | URL, { signal, ...options }: RouteRequest): Promise<Dispatcher.ResponseData> {
    const { origin } = new URL(url)
    const waiting = this.waiting.get(origin) ?? this.beginWait(origin)
    waiting.requests++
    waiting.connectionsLeft =
      Math.min(waiting.connectionsLeft, MAX_CONNECTIONS * (waiting.requests - 1)) + MAX_CONNECTIONS
    try {
      return await untilAborted(this.sendWith(url, { ...options, signal, dispatcher: this.agent }), signal)
    } finally {
      waiting.requests--
      if (waiting.requests === 0) this.endWait(origin, waiting)
    }
  }

  /** Closes all connections, those that are being opened too. */
  async destroy(): Promise<void> {
    for (const [origin, waiting] of this.waiting) this.endWait(origin, waiting)
    await this.agent.destroy()
  }

  private beginWait(origin: string): Waiting {
    const waiting = { requests: 0, connectionsLeft: 0, nobody: new AbortController() }
    setMaxListeners(0, waiting.nobody.signal)
    this.waiting.set(origin, waiting)
    return waiting
  }

  private endWait(origin: string, waiting: Waiting): void {
    if (this.waiting.get(origin) === waiting) this.waiting.delete(origin)
    waiting.nobody.abort()
  }

  private async openCounted(target: Target): Promise<Socket> {
    const waiting = this.waiting.get(`${target.protocol}//${target.host}`)
    if (waiting === undefined || waiting.connectionsLeft === 0) {
      throw new SourceError('network', `More than ${MAX_CONNECTIONS} connections were begun for one request.`)
    }
    waiting.connectionsLeft--
    return await this.open(target, waiting.nobody.signal)
  }
}
