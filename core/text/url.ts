/** How a site forms its addresses. The first group of a pattern is the value. */
export interface LinkRules {
  /** Path of a product, with `{asin}`. */
  readonly productPath: string
  /** Parameters, as a query string, that ask for exactly this product and not for its family. */
  readonly exactProduct: string
  /** Path of a review, with `{id}`. */
  readonly reviewPath: string
  /** How a search is addressed: its path, and the names of its parameters. */
  readonly search: {
    readonly path: string
    readonly words: string
    readonly language: string
    readonly page: string
    readonly order: string
    /** Values of the parameter for the order, by the order. Absent: the order that the site has without the parameter. */
    readonly orders: Readonly<Record<string, string>>
    /** Parameter that has the conditions which the results meet: `n:172282,p_89:Halden`. */
    readonly conditions: string
    /** Names of kinds of conditions. */
    readonly facets: {
      readonly node: string
      /** A department by its alias, where it has no node. */
      readonly department: string
      /** Words, in layouts used until 2018. */
      readonly words: string
      /** By the name of the brand. */
      readonly brand: string
      /** A range: `1000-2500`, `-1000`, `2500-`. */
      readonly price: string
      readonly seller: string
    }
    /** What stands for a comma in a value, because a comma parts conditions. */
    readonly comma: string
    /** Alias of the whole shop, which is a department too. */
    readonly wholeShop: string
    /** Number of parts of a major unit in a range of prices. */
    readonly priceParts: number
    /** Parameter that has the id of a seller, and what comes with it. */
    readonly seller: string
    readonly withSeller: Readonly<Record<string, string>>
    /** Paths of searches and of the pages of nodes, and the parameter of the latter. */
    readonly resultPath: RegExp
    readonly node: string
  }
  /** How the offers of a product are addressed: the path, and the names of the parameters. */
  readonly offers: {
    readonly path: string
    readonly product: string
    readonly language: string
    readonly page: string
    readonly filter: string
    /** Parameters of every page. */
    readonly fixed: Readonly<Record<string, string>>
    /** Parameters of every page but the first. */
    readonly later: Readonly<Record<string, string>>
    /** Names of filters, by the condition that is asked for. Absent: it is no restriction. */
    readonly filters: Readonly<Record<string, readonly string[]>>
    /** Names of the filter for the membership. */
    readonly prime: readonly string[]
    /** Names that every choice of filters has. */
    readonly always: readonly string[]
    /** ASIN in the other addresses of offers, and in the names of their elements. */
    readonly asin: RegExp
    /** Offers of a page, besides the featured one. */
    readonly pageSize: number
  }
  /** How the lists of what sells, rises and is wished for are addressed. */
  readonly rankings: {
    /** Path of each list, by its name. */
    readonly paths: Readonly<Record<string, string>>
    /** Segments of paths that name a list, in lower case, to its name. */
    readonly segments: Readonly<Record<string, string>>
    /** The segment (`segment`), the category (`alias`) and its node (`node`) in the path of a list. */
    readonly inPath: RegExp
    /** Names of parameters. */
    readonly page: string
    readonly language: string
    /** Parameter of the list of free things, and its value there. */
    readonly free: readonly [name: string, value: string]
    /** Beginnings of the tags that follow a visitor from a list, to the name of the list. */
    readonly tags: Readonly<Record<string, string>>
    /** Names in the data of an entry: those of the list itself, and those of an entry. */
    readonly entry: {
      readonly lists: readonly (readonly string[])[]
      readonly id: string
      readonly data: string
      readonly rank: string
      readonly salesRank: string
      readonly previousRank: string
      readonly change: string
    }
    /** How a list loads the rest of its cards: the beginning of the path that the page names, what is added to it, and the header with its parameters. */
    readonly rest: { readonly start: string; readonly page: string; readonly header: string }
  }
  /** ASIN in the path of a link to a product. */
  readonly asinInPath: RegExp
  /** Query parameters that decide what a link of the site shows; all others follow the visitor. Lower case. */
  readonly keptParameters: readonly string[]
  /** Pattern of such parameters whose names vary. Lower case. */
  readonly keptParameter: RegExp
  /** Segments of a path that follow a visitor. */
  readonly trackingSegment: RegExp
}

/** A marketplace, as far as its addresses depend on it. */
export interface LinkOwner {
  /** Host of its pages: `www.amazon.de`. */
  readonly host: string
  readonly site: { readonly links: LinkRules }
}

const ASIN = /^[a-z0-9]{10}$/i

/** Whether a text is an ASIN in upper case. */
export function isAsin(text: string): boolean {
  return ASIN.test(text) && text === text.toUpperCase()
}

/** A text that is an ASIN, in upper case. Absent: null, for any other text. */
export function readAsin(text: string): string | null {
  return ASIN.test(text) ? text.toUpperCase() : null
}

/** ASIN of the product that a link leads to, in upper case. Absent: null, for other links. */
export function findAsin(href: string, { asinInPath }: LinkRules): string | null {
  return asinInPath.exec(href)?.[1]?.toUpperCase() ?? null
}

/**
 * Address of a product on a marketplace.
 *
 * @example
 * ```ts
 * import { productUrl } from 'shelfmark'
 * import { de } from 'shelfmark/selectors'
 *
 * console.log(productUrl(de, 'B0SHLFX301')) // https://www.amazon.de/dp/B0SHLFX301
 * ```
 */
export function productUrl({ host, site }: LinkOwner, asin: string): string {
  return `https://${host}${site.links.productPath.replace('{asin}', asin)}`
}

/**
 * A link of a page as an absolute address without tracking parameters. Links to
 * other sites keep all parameters but `ref`.
 *
 * Absent: null, for links that lead nowhere (`#`, `javascript:`).
 *
 * @example
 * ```ts
 * import { cleanUrl } from 'shelfmark'
 * import { de } from 'shelfmark/selectors'
 *
 * console.log(cleanUrl(url, de))
 * ```
 */
export function cleanUrl(href: string, owner: LinkOwner): string | null {
  const { host, site } = owner
  const url = parseHttpUrl(href.trim(), host)
  if (url === null) return null
  const isOwn = isOfMarketplace(url.hostname, host)
  const asin = isOwn ? findAsin(url.pathname, site.links) : null
  if (asin !== null) return productUrl(owner, asin)

  const path = url.pathname
    .split('/')
    .filter((segment) => !site.links.trackingSegment.test(segment))
    .join('/')
  const hasMeaning = (parameter: string): boolean =>
    isOwn ? isKept(parameter, site.links) : !site.links.trackingSegment.test(parameter)
  const query = url.search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && hasMeaning(parameter))
    .join('&')
  return `https://${isOwn ? host : url.host}${path === '' ? '/' : path}${query === '' ? '' : `?${query}`}`
}

/** Longer than any name in DNS, with a port. Unit: characters. */
const LONG_HOST = /^[\0- ]*(?:[a-z][\w+.-]*:[/\\]*|[/\\]{2,})[^/\\?#]{260}/i
const DROPPED = /[\t\n\r]/g

/**
 * Whether the host of an address is too long for a host. A name has at most 253
 * characters, and the cost of decoding one is quadratic in its length.
 */
export function hasLongHost(href: string): boolean {
  return LONG_HOST.test(href.replace(DROPPED, ''))
}

/** Absent: null, it is not an address. `URL.canParse` before it would parse every address twice. */
function tryParse(href: string, base: string): URL | null {
  try {
    return new URL(href, base)
  } catch {
    return null
  }
}

function parseHttpUrl(href: string, host: string): URL | null {
  if (href === '' || href.startsWith('#') || hasLongHost(href)) return null
  const url = tryParse(href, `https://${host}/`)
  if (url === null) return null
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null
}

/** Whether a host belongs to the marketplace with the host `host`: `smile.amazon.de` belongs to `www.amazon.de`. */
export function isOfMarketplace(hostname: string, host: string): boolean {
  const domain = host.replace(/^www\./, '')
  return hostname === domain || hostname.endsWith(`.${domain}`)
}

function isKept(parameter: string, { keptParameters, keptParameter }: LinkRules): boolean {
  const name = (parameter.split('=', 1)[0] ?? '').toLowerCase()
  return keptParameters.includes(name) || keptParameter.test(name)
}
