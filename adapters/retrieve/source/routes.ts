import { createHash } from 'node:crypto'
import type { LookupFunction } from 'node:net'
import type { Dispatcher, request } from 'undici'
import { loadWithPackages } from '../../load-packages.ts'
import { SourceError } from './page-source.ts'

/** Connections to marketplaces: direct, or through proxies. */
export interface Routes {
  /** Sends a request. */
  readonly send: typeof request
  /** The route of an attempt; the next attempt at the same URL takes the next one, unless an exit is named. Throws: `refused`, for an exit that there is not. */
  readonly pick: (url: string, attempt: number, exit?: string) => Dispatcher
  /** Without a proxy and a lookup of its own, for upstreams. */
  readonly direct: Dispatcher
}

/** Routes that the first request opens. */
export interface PreparedRoutes {
  /** Names of the routes, in their order. */
  readonly exits: readonly string[]
  /** Rejects: with a `MissingPackageError`, without undici. */
  readonly open: () => Promise<Routes>
  readonly close: () => Promise<void>
}

/** An idle connection is closed after this time. Unit: ms. */
const KEEP_ALIVE_MS = 10_000

/** Imports undici, which is installed for what fetches pages. Rejects: with a `MissingPackageError`. */
export const loadUndici = () => loadWithPackages('Fetching pages', () => import('undici'))

/**
 * Prepares one route per proxy. Without a proxy, all attempts take the direct route.
 *
 * `lookup`: resolves the hosts that are reached without a proxy. Default: as the machine does.
 * Throws: `TypeError` for a proxy that is not an http(s) URL; the URL may have a user and a password.
 */
export function prepareRoutes(
  proxies: readonly string[],
  timeLimitMs: number,
  lookup?: LookupFunction,
): PreparedRoutes {
  proxies.forEach(requireProxy)
  const exits = proxies.length === 0 ? [DIRECT] : proxies.map(nameExit)
  let opened: ReturnType<typeof openRoutes> | null = null
  return {
    exits,
    open: () => (opened ??= openRoutes(proxies, exits, timeLimitMs, lookup)),
    close: async () => {
      await (await opened?.catch(() => null))?.close()
    },
  }
}

/** Name of the route without a proxy. */
const DIRECT = 'direct'

/** A name by which a proxy is known in every process, and which tells neither its address nor its password. */
function nameExit(proxy: string): string {
  return createHash('sha256').update(`shelfmark exit ${proxy}`).digest('base64url').slice(0, 12)
}

async function openRoutes(
  proxies: readonly string[],
  exits: readonly string[],
  timeLimitMs: number,
  lookup: LookupFunction | undefined,
): Promise<Routes & Pick<PreparedRoutes, 'close'>> {
  const { Agent, Pool, ProxyAgent, request: send } = await loadUndici()
  // The caller enforces the time limit of the attempt. It can't abort a connect, which therefore gets the same limit.
  const options = {
    connect: { timeout: timeLimitMs },
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: 1,
  }
  const direct = new Agent(options)
  const byProxies = proxies.map(
    (proxy) =>
      new ProxyAgent({
        ...options,
        uri: proxy,
        proxyTls: { timeout: timeLimitMs },
        clientFactory: (origin, settings) => new Pool(origin, { ...settings, headersTimeout: timeLimitMs }),
      }),
  )
  const looked = lookup === undefined ? direct : new Agent({ ...options, connect: { ...options.connect, lookup } })
  const all = [...new Set([direct, looked, ...byProxies])]
  const byExit = new Map(exits.map((exit, index) => [exit, byProxies[index] ?? looked]))
  return {
    send,
    pick: (url, attempt, exit) => {
      if (exit === undefined) return pickOne(byProxies, url, attempt) ?? looked
      const named = byExit.get(exit)
      if (named === undefined) throw new SourceError('refused', 'The request names an exit that there is not.')
      return named
    },
    direct,
    close: async () => {
      await Promise.all(all.map((route) => route.destroy()))
    },
  }
}

function requireProxy(proxy: string): void {
  const protocol = URL.canParse(proxy) ? new URL(proxy).protocol : ''
  if (protocol === 'http:' || protocol === 'https:') return
  // The message does not repeat the URL, which may contain a password.
  throw new TypeError('A proxy must be a URL such as http://user:password@host:8080')
}

/** Picks an entry: first attempts at different URLs are spread over the list, attempts at one URL take the entries in turn. */
export function pickOne<T>(list: readonly T[], url: string, attempt: number): T | undefined {
  return list[indexOfAttempt(list.length, url, attempt)]
}

/** Index of the entry that `pickOne` picks from a list of a length. */
export function indexOfAttempt(length: number, url: string, attempt: number): number {
  return (hash(url) + attempt - 1) % length
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  return value
}
