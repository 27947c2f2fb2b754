/** Parameters that follow a visitor, and say nothing about what the link leads to. */
const TRACKING: ReadonlySet<string> = new Set(
  (
    'ref ref_ qid sr crid sprefix content-id psc th _encoding ie lp_asin store_ref bl_grd_status visitid dchild keywords ' +
    'linkcode tag smid is_byline_deeplink deeplink redirect_store_id'
  ).split(' '),
)
const TRACKING_PREFIX = /^(?:pd_rd_|pf_rd_|dib)/
const TRACKING_SEGMENT = /^(?:ref=.*|\d{3}-\d{7}-\d{7})$/
const ASIN_IN_PATH =
  /\/(?:dp(?:\/product)?|gp\/product|gp\/aw\/d|gp\/video\/detail|exec\/obidos\/asin|o\/asin)\/([a-z0-9]{10})(?=[/?#]|$)/i

const ASIN = /^[a-z0-9]{10}$/i

/** Whether a text is an ASIN as it is written: in upper case. */
export function isAsin(text: string): boolean {
  return ASIN.test(text) && text === text.toUpperCase()
}

/** The ASIN that a text is, in upper case; null for any other text. */
export function readAsin(text: string): string | null {
  return ASIN.test(text) ? text.toUpperCase() : null
}

/** The ASIN that a product link leads to, in upper case; null for other links. */
export function findAsin(href: string): string | null {
  return ASIN_IN_PATH.exec(href)?.[1]?.toUpperCase() ?? null
}

/** Address of a product on a marketplace. */
export function productUrl(host: string, asin: string): string {
  return `https://${host}/dp/${asin}`
}

/**
 * A link of a page as an absolute address without tracking.
 *
 * Absent: null for what leads nowhere (`#`, `javascript:`).
 */
export function cleanUrl(href: string, host: string): string | null {
  const url = parseHttpUrl(href.trim(), host)
  if (url === null) return null
  const isOwn = isOfMarketplace(url.hostname, host)
  const asin = isOwn ? findAsin(url.pathname) : null
  if (asin !== null) return productUrl(host, asin)

  const path = url.pathname
    .split('/')
    .filter((segment) => !TRACKING_SEGMENT.test(segment))
    .join('/')
  const query = url.search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !isTracking(parameter))
    .join('&')
  return `https://${isOwn ? host : url.host}${path === '' ? '/' : path}${query === '' ? '' : `?${query}`}`
}

/** Of DNS, with room for a port. Unit: characters. */
const LONG_HOST = /^[\0- ]*(?:[a-z][\w+.-]*:[/\\]*|[/\\]{2,})[^/\\?#]{260}/i
const DROPPED = /[\t\n\r]/g

/**
 * Whether what stands in the place of the host is too long for one. No name has
 * more than 253 characters, and to decode one costs the square of its length.
 */
export function hasLongHost(href: string): boolean {
  return LONG_HOST.test(href.replace(DROPPED, ''))
}

function parseHttpUrl(href: string, host: string): URL | null {
  if (href === '' || href.startsWith('#') || hasLongHost(href)) return null
  const base = `https://${host}/`
  if (!URL.canParse(href, base)) return null
  const url = new URL(href, base)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null
}

/** Whether a host is one of the marketplace that another host (`www.amazon.de`) stands for. */
export function isOfMarketplace(hostname: string, host: string): boolean {
  const domain = host.replace(/^www\./, '')
  return hostname === domain || hostname.endsWith(`.${domain}`)
}

function isTracking(parameter: string): boolean {
  const name = (parameter.split('=', 1)[0] ?? '').toLowerCase()
  return TRACKING.has(name) || TRACKING_PREFIX.test(name)
}
