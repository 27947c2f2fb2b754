import type { LookupFunction } from 'node:net'
import { loadWithPackages } from '../../load-packages.ts'
import { directly, throughProxy, type ConnectOptions, type OpenConnection } from './connect.ts'
import { SourceError } from './page-source.ts'
import type { Proxies } from './proxies.ts'
import { Route } from './route.ts'

/** Connections to marketplaces: direct, or through proxies. */
interface Routes {
  /**
   * The route of an attempt; the next attempt at the same URL takes the next one. A proxy that rests is passed over,
   * unless the exit is named. Throws: `refused`, for an exit that there is not.
   */
  readonly pick: (url: string, attempt: number, exit?: string) => Route
  /** Without a proxy and a lookup of its own, for upstreams. */
  readonly direct: Route
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

export interface RoutesOptions {
  readonly proxies: Proxies
  /** Time of an attempt. Unit: ms. */
  readonly timeLimitMs: number
  /** Time in which a proxy must open a connection. Unit: ms. Default: two thirds of the attempt, so that some is left for the page. */
  readonly proxyTimeLimitMs?: number | undefined
  /** Resolves the hosts that are reached without a proxy. Default: as the machine does. */
  readonly lookup?: LookupFunction
}

/** Prepares one route per proxy. Without a proxy, all attempts take the direct route. */
export function prepareRoutes(options: RoutesOptions): PreparedRoutes {
  const { proxies } = options
  const exits = proxies.all.length === 0 ? [DIRECT] : proxies.all.map(({ exit }) => exit)
  let opened: ReturnType<typeof openRoutes> | null = null
  return {
    exits,
    open: () => (opened ??= openRoutes(options)),
    close: async () => {
      await (await opened?.catch(() => null))?.close()
    },
  }
}

/** Name of the route without a proxy. */
const DIRECT = 'direct'

async function openRoutes({
  proxies,
  timeLimitMs,
  proxyTimeLimitMs = Math.round((2 / 3) * timeLimitMs),
  lookup,
}: RoutesOptions): Promise<Routes & Pick<PreparedRoutes, 'close'>> {
  const undici = await loadUndici()
  const toRoute = (open: OpenConnection): Route => new Route({ undici, open, keepAliveMs: KEEP_ALIVE_MS })
  // Each route has its own memory of TLS sessions: a resumed one would tell that two visitors are one.
  const connect = (limitMs: number): ConnectOptions => ({ startTls: undici.buildConnector({ timeout: 0 }), limitMs })
  const direct = toRoute(directly(connect(timeLimitMs)))
  const looked = lookup === undefined ? direct : toRoute(directly(connect(timeLimitMs), lookup))
  const byExit = new Map(
    proxies.all.map((proxy) => [proxy.exit, toRoute(throughProxy(proxy, proxies, connect(proxyTimeLimitMs)))]),
  )
  const exits = [...byExit.keys()]
  const pickExit = (url: string, attempt: number): string => {
    const start = indexOfAttempt(exits.length, url, attempt)
    for (let step = 0; step < exits.length; step++) {
      const exit = exits[(start + step) % exits.length] ?? DIRECT
      if (!proxies.isResting(exit)) return exit
    }
    return exits[start] ?? DIRECT
  }
  if (byExit.size === 0) byExit.set(DIRECT, looked)
  return {
    pick: (url, attempt, exit = pickExit(url, attempt)) => {
      const route = byExit.get(exit)
      if (route === undefined) throw new SourceError('refused', 'The request names an exit that there is not.')
      return route
    },
    direct,
    close: async () => {
      await Promise.all([...new Set([direct, ...byExit.values()])].map((route) => route.destroy()))
    },
  }
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
