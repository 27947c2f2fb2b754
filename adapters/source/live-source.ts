import { request as send, type Dispatcher } from 'undici'
import { requireMarketplace } from '../pages/require-marketplace.ts'
import { decodeBody, tooLargeError } from './decode-body.ts'
import { followRedirects, readLocation, type Hop } from './follow-redirects.ts'
import { headerProfiles, type HeaderProfile } from './header-profiles.ts'
import { ATTEMPT_MS, MAX_BYTES } from './limits.ts'
import { Pacer, type Pacing } from './pacer.ts'
import type { PageSource } from './page-source.ts'
import { requestHeaders } from './request-headers.ts'
import { openRoutes, pickOne } from './routes.ts'
import { withTimeLimit } from './time-limit.ts'

export interface LiveSourceOptions {
  /** Addresses of http(s) proxies, with user and password where needed. Default: none, straight. */
  readonly proxies?: string | readonly string[] | undefined
  /** How quickly each marketplace is asked. Default: without limits. */
  readonly pacing?: Pacing | undefined
  /**
   * Where a marketplace is asked instead of at its host: host (`www.amazon.de`)
   * or `*` to base address (`http://cache:8080`), without a proxy. The header `Host`
   * and the addresses of answers stay the marketplace's.
   */
  readonly upstreams?: ReadonlyMap<string, string> | undefined
  /** Time of one attempt, behind its wait for its turn. Unit: ms. Default: 15,000. */
  readonly timeLimitMs?: number | undefined
  /** Size of a page, compressed and decompressed. Unit: bytes. Default: 8 MiB. */
  readonly maxBytes?: number | undefined
  /** Browsers to come as. Default: `headerProfiles`. */
  readonly profiles?: readonly HeaderProfile[] | undefined
}

/** Stands for the hosts that are not named. */
const ALL_HOSTS = '*'

interface Ask {
  readonly dispatcher: Dispatcher
  readonly headers: Record<string, string>
  readonly maxBytes: number
  readonly signal: AbortSignal
}

/**
 * Pages of the marketplaces themselves. Each attempt is a visitor of its own:
 * one proxy, one browser, no cookies but language and currency. It solves no
 * captcha and signs in nowhere.
 *
 * Throws: `TypeError` for proxies and upstreams that are no http(s) addresses.
 */
export function liveSource(options: LiveSourceOptions = {}): PageSource {
  const { proxies = [], pacing = {}, timeLimitMs = ATTEMPT_MS, maxBytes = MAX_BYTES } = options
  const profiles = options.profiles ?? headerProfiles
  const upstreams = readUpstreams(options.upstreams ?? new Map())
  const routes = openRoutes(typeof proxies === 'string' ? [proxies] : proxies, timeLimitMs)
  const pacer = new Pacer(pacing)
  return {
    fetch: async ({ domain, url, language, attempt }, caller) => {
      const marketplace = requireMarketplace(domain)
      const upstream = upstreams.get(marketplace.host) ?? upstreams.get(ALL_HOSTS)
      const dispatcher = upstream === undefined ? routes.pick(url, attempt) : routes.straight
      const headers = requestHeaders(pickOne(profiles, url, attempt) ?? {}, marketplace, language)
      const visit = (signal: AbortSignal) =>
        followRedirects(url, marketplace.host, (address) => {
          const target = upstream === undefined ? address.href : upstream + address.pathname + address.search
          const own = { ...headers, Host: address.host }
          return ask(target, { dispatcher, headers: own, maxBytes, signal })
        })
      return await pacer.run(domain, caller, () => withTimeLimit(caller, timeLimitMs, visit))
    },
    close: async () => {
      await pacer.close()
      await routes.close()
    },
  }
}

function readUpstreams(upstreams: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    [...upstreams].map(([host, address]) => {
      const isHttp = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
      if (!isHttp) throw new TypeError(`The upstream of ${host}, "${address}", is no http or https address`)
      const { origin, pathname } = new URL(address)
      return [host, origin + pathname.replace(/\/$/, '')]
    }),
  )
}

async function ask(target: string, { dispatcher, headers, maxBytes, signal }: Ask): Promise<Hop> {
  const response = await send(target, { dispatcher, headers, signal })
  const location = readLocation(response.statusCode, first(response.headers.location))
  if (location !== null) {
    // A connection is kept for the next request when little is left on it.
    await response.body.dump({ limit: 64 * 1024, signal })
    return { location }
  }
  const body = await readBody(response, maxBytes)
  return {
    status: response.statusCode,
    contentType: first(response.headers['content-type']),
    bytes: await decodeBody(body, first(response.headers['content-encoding']), maxBytes),
  }
}

/** The body as it comes. Leaving the loop closes the connection. */
async function readBody({ body, headers }: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  const isTooLong = Number(first(headers['content-length']) ?? 0) > maxBytes
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of body as AsyncIterable<Buffer>) {
    size += piece.length
    if (isTooLong || size > maxBytes) throw tooLargeError(maxBytes)
    pieces.push(piece)
  }
  return Buffer.concat(pieces, size)
}

function first(value: string | string[] | undefined): string | undefined {
  return typeof value === 'object' ? value[0] : value
}
