import { Agent, Pool, ProxyAgent, type Dispatcher } from 'undici'

/** A way to a marketplace: straight, or by a proxy. */
export interface Routes {
  /** The route of an attempt; the next attempt at the same address takes the next one. */
  readonly pick: (address: string, attempt: number) => Dispatcher
  /** The straight one, for upstreams. */
  readonly straight: Dispatcher
  readonly close: () => Promise<void>
}

/** Idle connections are kept so long. Unit: ms. */
const KEEP_ALIVE_MS = 10_000

/**
 * Opens routes by proxies, or a straight one when there is none.
 *
 * Throws: `TypeError` for a proxy that is no http or https address; it may have a user and a password.
 */
export function openRoutes(proxies: readonly string[], timeLimitMs: number): Routes {
  // The time limit of the attempt is the caller's; connecting, which it can't end, gets the same.
  const options = {
    connect: { timeout: timeLimitMs },
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: 1,
  }
  const straight = new Agent(options)
  const byProxies = proxies.map((proxy) => {
    requireProxy(proxy)
    return new ProxyAgent({
      ...options,
      uri: proxy,
      proxyTls: { timeout: timeLimitMs },
      clientFactory: (origin, settings) => new Pool(origin, { ...settings, headersTimeout: timeLimitMs }),
    })
  })
  const all = [straight, ...byProxies]
  return {
    pick: (address, attempt) => pickOne(byProxies, address, attempt) ?? straight,
    straight,
    close: async () => {
      await Promise.all(all.map((route) => route.destroy()))
    },
  }
}

function requireProxy(proxy: string): void {
  const protocol = URL.canParse(proxy) ? new URL(proxy).protocol : ''
  if (protocol === 'http:' || protocol === 'https:') return
  // The address is not repeated: it may hold a password.
  throw new TypeError('A proxy is an address such as http://user:password@host:8080')
}

/** The first attempts at different addresses are spread; those at one address take one after the other. */
export function pickOne<T>(list: readonly T[], address: string, attempt: number): T | undefined {
  return list[(hash(address) + attempt - 1) % list.length]
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  return value
}
