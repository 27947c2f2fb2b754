import { requireMarketplace } from '../../require-marketplace.ts'
import { BROWSER_VERSIONS } from './browser-versions.ts'
import { toPageBody } from './decode-answer.ts'
import { followRedirects, readLocation, type Hop } from './follow-redirects.ts'
import {
  ATTEMPT_MS,
  MAX_BYTES,
  withAnswerHead,
  type FetchedPage,
  type PageSource,
  type PostedBody,
  type RequestCookies,
} from './page-source.ts'
import { allValues, firstValue, readBody } from './read-body.ts'
import { headerProfiles, requestHeaders, type HeaderProfile } from './request-headers.ts'
import { Proxies } from './proxies.ts'
import type { Route } from './route.ts'
import { pickOne, prepareRoutes } from './routes.ts'
import { withTimeLimit } from './time-limit.ts'
import { readUpstreams } from './upstreams.ts'

/** How the marketplaces are reached. */
export interface LiveSourceOptions {
  /**
   * URLs of http(s) proxies, with user and password where needed, or those that are used elsewhere too.
   * Default: none, direct connections.
   */
  readonly proxies?: string | readonly string[] | Proxies | undefined
  /**
   * Servers that replace marketplaces: host (`www.amazon.de`), or `*` for all hosts that
   * are not named, to base URL (`http://cache:8080`). They are fetched without a proxy.
   * The header `Host` and the URLs of answers stay the marketplace's.
   */
  readonly upstreams?: ReadonlyMap<string, string> | undefined
  /** Time limit of one attempt. Unit: ms. Default: 15,000. */
  readonly timeLimitMs?: number | undefined
  /** Time in which a proxy must open a connection. Unit: ms. Default: two thirds of `timeLimitMs`. */
  readonly proxyTimeLimitMs?: number | undefined
  /** Size limit of a page, before and after decompression. Unit: bytes. Default: 8 MiB. */
  readonly maxBytes?: number | undefined
  /** Browsers whose headers are sent. Default: those of `BROWSER_VERSIONS`. */
  readonly profiles?: readonly HeaderProfile[] | undefined
}

interface FetchOptions {
  readonly route: Route
  readonly headers: Record<string, string>
  /** Absent: undefined, the request is a GET. */
  readonly post: PostedBody | undefined
  readonly maxBytes: number
  readonly takesCoded: boolean | undefined
  readonly signal: AbortSignal
  /** Called with the status of an answer that is not a redirect, before its body is read. */
  readonly onStatus: (status: number) => void
  /** Called with the cookies that any answer sets. */
  readonly onCookies: (setCookies: readonly string[]) => void
}

/**
 * Pages of the marketplaces themselves. Each attempt looks like a new visitor: one
 * proxy, one browser profile, and only the cookies of language and currency. The
 * source solves no captcha and never signs in.
 *
 * Throws: `TypeError` for a proxy or an upstream that is not an http(s) URL.
 *
 * @example
 * ```ts
 * import { createService, liveSource, type PageSource } from 'shelfmark/server'
 *
 * const live = liveSource({ proxies: ['http://user:password@proxy.example:8080'] })
 * const source: PageSource = {
 *   exits: live.exits,
 *   fetch: async (request, signal) => {
 *     console.log(request.url)
 *     return await live.fetch(request, signal)
 *   },
 *   close: () => live.close(),
 * }
 * const service = await createService({ source })
 * ```
 */
export function liveSource(options: LiveSourceOptions = {}): PageSource {
  const { proxies = [], timeLimitMs = ATTEMPT_MS, proxyTimeLimitMs, maxBytes = MAX_BYTES } = options
  const profiles = options.profiles ?? headerProfiles(BROWSER_VERSIONS)
  const upstreams = readUpstreams(options.upstreams ?? new Map())
  const exits = proxies instanceof Proxies ? proxies : new Proxies([proxies].flat())
  const prepared = prepareRoutes({ proxies: exits, timeLimitMs, proxyTimeLimitMs })
  return {
    exits: prepared.exits,
    isResting: (exit) => exits.isResting(exit),
    fetch: async (request, caller) => {
      const { domain, url, language, attempt, headers: given, post, exit, cookies, after } = request
      const marketplace = requireMarketplace(domain)
      const routes = await prepared.open()
      // A page's later requests come from the same visitor.
      const [visited, visit] = after === undefined ? [url, attempt] : [after.requestUrl, after.attempt]
      const route = routes.pick(visited, visit, exit)
      const headers = {
        ...(given ?? requestHeaders(pickOne(profiles, visited, visit) ?? {}, marketplace, language)),
        ...(after === undefined ? {} : { Referer: after.url }),
      }
      return await withAnswerHead((onAnswer) => {
        const fetchPage = async (signal: AbortSignal): Promise<FetchedPage> => {
          const setCookies: string[] = []
          let isFirst = true
          const page = await followRedirects(url, marketplace.host, (address) => {
            const upstream = upstreams.replace(address, marketplace.host)
            const own = { ...headers, ...cookieHeader(address, cookies), Host: address.host }
            const hop = fetchHop(upstream ?? address.href, {
              route: upstream === undefined ? route : routes.direct,
              headers: own,
              // After a redirect, nothing is sent again.
              post: isFirst ? post : undefined,
              maxBytes,
              takesCoded: request.takesCoded,
              signal,
              onStatus: (status) => onAnswer({ status, url: address.href }),
              onCookies: (lines) => {
                setCookies.push(...lines)
                cookies?.keep(address.href, lines)
              },
            })
            isFirst = false
            return hop
          })
          return { ...page, setCookies }
        }
        return withTimeLimit(caller, timeLimitMs, fetchPage)
      })
    },
    close: () => prepared.close(),
  }
}

/** The cookies of a visitor for an address replace those of the headers. */
function cookieHeader({ href }: URL, cookies: RequestCookies | undefined): { readonly Cookie?: string } {
  const header = cookies?.headerFor(href) ?? null
  return header === null ? {} : { Cookie: header }
}

async function fetchHop(target: string, options: FetchOptions): Promise<Hop> {
  const { route, headers, post, maxBytes, signal, onStatus, onCookies } = options
  const response = await route.send(
    target,
    post === undefined
      ? { method: 'GET', headers, signal }
      : {
          method: 'POST',
          headers: { ...headers, ...post.headers, 'Content-Type': post.contentType },
          body: post.text,
          signal,
        },
  )
  onCookies(allValues(response.headers['set-cookie']))
  const location = readLocation(response.statusCode, firstValue(response.headers.location))
  if (location !== null) {
    // The connection can be reused only when the rest of the body was read.
    await response.body.dump({ limit: 64 * 1024, signal })
    return { location }
  }
  onStatus(response.statusCode)
  const body = await readBody(response, maxBytes)
  return {
    status: response.statusCode,
    contentType: firstValue(response.headers['content-type']),
    ...(await toPageBody(body, { encoding: firstValue(response.headers['content-encoding']), maxBytes }, options)),
  }
}
