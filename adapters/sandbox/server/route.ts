import type { RecordName } from '../../../core/index.ts'
import { pageMarketplaces } from '../../../selectors/index.ts'
import type { AskedPage, PageToPrint, PostedRequest, Redirect } from '../record/simulated-record.ts'
import type { PageState } from '../states/render-state.ts'
import { simulatedRecords } from './records.ts'

/** A page of a record. */
export interface RecordDestination extends AskedPage<PageToPrint> {
  readonly record: RecordName
}

/** What an address leads to. */
type RouteDestination =
  | RecordDestination
  | Redirect
  | { readonly state: PageState }
  /** A text for programs. */
  | { readonly text: string }

export interface Route {
  readonly domain: string
  /** Start of the path that names the marketplace. Empty when the host names it. */
  readonly prefix: string
  /** Path after the prefix, without the query. */
  readonly path: string
  readonly parameters: URLSearchParams
  readonly destination: RouteDestination
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
const SIGN_IN = /^\/ap\/signin(?:\/.*)?$/

/** Parses the target of a request line and the header `Host`. Never throws: an address without meaning leads to `not_found`. */
export function parseRoute(target: string, hostHeader: string | undefined, posted?: PostedRequest): Route {
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
    destination: parseDestination(path.replace(LANGUAGE_PREFIX, '') || '/', parameters, posted),
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
  if (host !== name && pageMarketplaces.has(host)) return host
  const bare = host.replace(SUBDOMAIN, '')
  for (const marketplace of pageMarketplaces.values()) {
    if (marketplace.host.replace(SUBDOMAIN, '') === bare) return marketplace.domain
  }
  return null
}

/** Domain of "/www.amazon.de/dp/...", "/de/dp/...". */
function domainOfPath(path: string): { domain: string; prefix: string } | null {
  const name = path.split('/', 2)[1] ?? ''
  const domain = pageMarketplaces.has(name) ? name : domainOfHost(name)
  return domain === null ? null : { domain, prefix: `/${name}` }
}

const ROBOTS = 'User-agent: *\nDisallow: /ap/signin\nDisallow: /gp/cart\nDisallow: /errors/'

function parseDestination(
  path: string,
  parameters: URLSearchParams,
  posted: PostedRequest | undefined,
): RouteDestination {
  const found = simulatedRecords.flatMap((record): RouteDestination[] => {
    const own =
      posted === undefined
        ? record.findDestination(path, parameters)
        : (record.findPosted?.(path, parameters, posted) ?? null)
    if (own === null) return []
    return ['request' in own ? { record: record.name, ...own } : own]
  })
  // Of several records that know an address, one that has a page there counts: the paths of one can look like those of another.
  const destination = found.find((own) => !('state' in own)) ?? found[0]
  if (destination !== undefined) return destination
  if (posted !== undefined) return { state: 'not_found' }
  if (SIGN_IN.test(path)) return { state: 'sign_in' }
  if (path === '/' || path.startsWith('/ref=') || path.startsWith('/gp/bestsellers')) return { state: 'gallery' }
  if (path === '/errors/validateCaptcha') return { state: 'captcha' }
  return path === '/robots.txt' ? { text: ROBOTS } : { state: 'not_found' }
}
