import { marketplaces } from '../../../selectors/index.ts'
import type { SearchSort } from '../truth/search-truth.ts'

/** What an address asks for. */
export type Destination =
  | { readonly kind: 'product'; readonly asin: string }
  | { readonly kind: 'search'; readonly query: string; readonly page: number; readonly sort: SearchSort }
  /** A redirect to another path on the same host. */
  | { readonly kind: 'redirect'; readonly status: 301 | 302; readonly path: string }
  | { readonly kind: 'home' | 'sign_in' | 'captcha' | 'robots' | 'unknown' }

export interface Route {
  readonly domain: string
  /** Start of the path that names the marketplace. Empty when the host names it. */
  readonly prefix: string
  /** Path after the prefix, without the query. */
  readonly path: string
  readonly parameters: URLSearchParams
  readonly destination: Destination
}

/** Parameter with the fault rules of one request. */
export const FAULT_PARAMETER = '__fault'

/** The marketplace when neither host nor path names one. */
const DEFAULT_DOMAIN = 'com'
const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/i
const PORT = /:\d+$/
const LOCAL = /\.localhost$/
const SUBDOMAIN = /^(?:www|smile|m)\./
const LANGUAGE_PREFIX = /^\/-\/[a-z]{2}(?=\/|$)/i
const PRODUCT = /^\/(?:[^/]+\/)?(?:dp|gp\/product)\/(?:product\/)?([^/]+)(?:\/.*)?$/
/** Addresses of older pages and of mobile pages. */
const MOVED_PRODUCT = /^\/(?:gp\/aw\/d|exec\/obidos\/asin|o\/asin)\/([^/]+)(?:\/.*)?$/i
const SEARCH = /^\/s(?:\/.*)?$/
const SIGN_IN = /^\/ap\/signin(?:\/.*)?$/
const ASIN = /^(?:B0[A-Z0-9]{8}|\d{9}[\dX])$/i

/** Whether a text has the form of an ASIN. */
export function isProductAsin(text: string): boolean {
  return ASIN.test(text)
}

/** Parses the target of a request line and the header `Host`. Never throws: an address without meaning is `unknown`. */
export function parseRoute(target: string, hostHeader: string | undefined): Route {
  // Clients that use the sandbox as a proxy name the host in the request line.
  const [, absoluteHost, rest] = ABSOLUTE.exec(target) ?? []
  const [fullPath, query] = splitOnce((rest ?? target).split('#', 1)[0] ?? '', '?')
  const ofHost = domainOfHost(absoluteHost ?? hostHeader ?? '')
  const ofPath = ofHost === null ? domainOfPath(fullPath) : null
  const prefix = ofPath?.prefix ?? ''
  const path = fullPath.slice(prefix.length) || '/'
  const parameters = new URLSearchParams(query)
  return {
    domain: ofHost ?? ofPath?.domain ?? DEFAULT_DOMAIN,
    prefix,
    path,
    parameters,
    destination: parseDestination(path.replace(LANGUAGE_PREFIX, '') || '/', parameters),
  }
}

/** Path and query without the parameter that only the sandbox knows. */
export function pathOf({ path, parameters }: Route): string {
  const known = new URLSearchParams(parameters)
  known.delete(FAULT_PARAMETER)
  return known.size === 0 ? path : `${path}?${known.toString()}`
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** Domain of "www.amazon.de", "www.amazon.de:8080", "de.localhost". */
function domainOfHost(header: string): string | null {
  const name = header.replace(PORT, '').toLowerCase()
  const host = name.replace(LOCAL, '')
  if (host !== name && marketplaces.has(host)) return host
  const bare = host.replace(SUBDOMAIN, '')
  for (const marketplace of marketplaces.values()) {
    if (marketplace.host.replace(SUBDOMAIN, '') === bare) return marketplace.domain
  }
  return null
}

/** Domain of "/www.amazon.de/dp/...", "/de/dp/...". */
function domainOfPath(path: string): { domain: string; prefix: string } | null {
  const name = path.split('/', 2)[1] ?? ''
  const domain = marketplaces.has(name) ? name : domainOfHost(name)
  return domain === null ? null : { domain, prefix: `/${name}` }
}

function parseDestination(path: string, parameters: URLSearchParams): Destination {
  const asin = PRODUCT.exec(path)?.[1]
  if (asin !== undefined)
    return isProductAsin(asin) ? { kind: 'product', asin: asin.toUpperCase() } : { kind: 'unknown' }
  const moved = MOVED_PRODUCT.exec(path)?.[1]
  if (moved !== undefined && isProductAsin(moved)) {
    return { kind: 'redirect', status: 301, path: `/dp/${moved.toUpperCase()}` }
  }
  if (SEARCH.test(path)) return parseSearch(parameters)
  if (SIGN_IN.test(path)) return { kind: 'sign_in' }
  if (path === '/' || path.startsWith('/ref=')) return { kind: 'home' }
  if (path === '/errors/validateCaptcha') return { kind: 'captcha' }
  return path === '/robots.txt' ? { kind: 'robots' } : { kind: 'unknown' }
}

const SORTS: Readonly<Record<string, SearchSort>> = {
  'price-asc-rank': 'price_asc',
  'price-desc-rank': 'price_desc',
  'review-rank': 'avg_customer_review',
  'date-desc-rank': 'newest',
}
const MAX_PAGE = 400

function parseSearch(parameters: URLSearchParams): Destination {
  const query = (parameters.get('k') ?? parameters.get('field-keywords') ?? '').trim()
  if (query === '') return { kind: 'redirect', status: 302, path: '/' }
  const page = Number(parameters.get('page') ?? 1)
  const sort = parameters.get('s') ?? parameters.get('sort') ?? ''
  return {
    kind: 'search',
    query,
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, MAX_PAGE) : 1,
    sort: SORTS[sort] ?? 'best_match',
  }
}
