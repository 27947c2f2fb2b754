import { isOfMarketplace, type Marketplace } from '../../../core/index.ts'
import { publicLookup, resolveHost, type ResolveHost } from '../../public-address.ts'
import { ACCEPTED_ENCODINGS } from '../../pages/decode-body.ts'
import { decodeAnswer } from '../source/decode-answer.ts'
import { MAX_REDIRECTS, readLocation, tooManyRedirects } from '../source/follow-redirects.ts'
import { ATTEMPT_MS, SourceError } from '../source/page-source.ts'
import { firstValue, readBody } from '../source/read-body.ts'
import type { Proxies } from '../source/proxies.ts'
import { prepareRoutes } from '../source/routes.ts'
import { readUpstreams } from '../source/upstreams.ts'
import { isOwnAddress } from './judge-request.ts'

/** Something that a page loads: a script, a style sheet, data, an image. */
export interface ResourceRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** Absent: null, it has none. */
  readonly body: Uint8Array | null
  readonly marketplace: Marketplace
  /** The page, and the attempt at it: a page and its resources take the same proxy. */
  readonly page: { readonly url: string; readonly attempt: number; readonly exit?: string | undefined }
  readonly maxBytes: number
}

export interface Resource {
  readonly status: number
  /** Several cookies are separated by line feeds. */
  readonly headers: Record<string, string>
  /** Decompressed. */
  readonly body: Uint8Array
}

/** Loads what pages ask for. */
export interface ResourceLoader {
  /** Rejects: with a `SourceError`, or with that of the connection. */
  readonly load: (request: ResourceRequest, signal: AbortSignal) => Promise<Resource>
  readonly close: () => Promise<void>
}

export interface ResourceLoaderOptions {
  /** Those of the source. */
  readonly proxies: Proxies
  readonly upstreams: ReadonlyMap<string, string>
  /** Default: the resolver of the machine. */
  readonly resolve?: ResolveHost | undefined
}

/**
 * Opens the way of a browser to the network. The browser itself has none: each request of a page
 * is made by this process, through the proxies of the source `live`, or directly to an address that
 * is public when the connection is made. A redirect must lead to a host that a page may load from.
 *
 * Throws: `TypeError` for an upstream that is not an http(s) URL.
 */
export function openResourceLoader(options: ResourceLoaderOptions): ResourceLoader {
  const { proxies, upstreams, resolve = resolveHost } = options
  const prepared = prepareRoutes({ proxies, timeLimitMs: ATTEMPT_MS, lookup: publicLookup(resolve) })
  const replacements = readUpstreams(upstreams)
  return {
    load: async (request, signal) => {
      const { marketplace, page, maxBytes } = request
      const routes = await prepared.open()
      let { url, method, body } = request
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
        const address = new URL(url)
        const upstream = replacements.replace(address, ...hostsOf(address, marketplace))
        const route = upstream === undefined ? routes.pick(page.url, page.attempt, page.exit) : routes.direct
        const answer = await route.send(upstream ?? url, {
          method,
          headers: { ...toRequestHeaders(request.headers), host: address.host },
          body,
          signal,
        })
        const { statusCode: status, headers } = answer
        const location = readLocation(status, firstValue(headers.location))
        if (location === null) {
          const sent = await readBody(answer, maxBytes)
          const decoded = await decodeAnswer(sent, { encoding: firstValue(headers['content-encoding']), maxBytes })
          return { status, headers: toPageHeaders(headers), body: Buffer.from(decoded) }
        }
        await answer.body.dump({ limit: 64 * 1024, signal })
        url = resolveLocation(location, url, marketplace)
        if (status === 307 || status === 308 || method === 'HEAD') continue
        method = 'GET'
        body = null
      }
      throw tooManyRedirects(url)
    },
    close: () => prepared.close(),
  }
}

/** A host of the marketplace has the server of the marketplace, unless it has one of its own. */
function hostsOf({ hostname }: URL, { host }: Marketplace): readonly string[] {
  return isOfMarketplace(hostname, host) ? [hostname, host] : [hostname]
}

function resolveLocation(location: string, from: string, marketplace: Marketplace): string {
  const url = URL.canParse(location, from) ? new URL(location, from) : null
  if (url !== null && isOwnAddress(url, marketplace)) return url.href
  throw new SourceError('foreign_redirect', `A resource redirects away from ${marketplace.host}: ${location}`)
}

/** Headers that the connection decides, or that name this process' own encodings. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'transfer-encoding',
  'upgrade',
])

function toRequestHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name) && !name.startsWith(':'))
  return { ...Object.fromEntries(kept), 'accept-encoding': ACCEPTED_ENCODINGS }
}

function toPageHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (value === undefined || OF_CONNECTION.has(name)) return []
      return [[name, typeof value === 'string' ? value : value.join(name === 'set-cookie' ? '\n' : ', ')]]
    }),
  )
}
