import { isOfMarketplace, readGtin } from '../core/index.ts'
import { pageMarketplaces, site, type PageDomain } from '../selectors/index.ts'
import { readIsbn } from './isbn.ts'

/** A product that a person names. */
interface NamedProduct {
  /** ASIN as it was given, or that of the URL or the ISBN. */
  readonly query: string
  /** Marketplace of the URL, else the one that was given. Absent: undefined. */
  readonly domain: PageDomain | undefined
}

const SCHEME = /^https?:\/\//i
/** A host and a path, as browsers show an address: `www.amazon.de/dp/...`. */
const HOST = /^((?:[a-z\d-]+\.)+[a-z]{2,})\//i

/** Whether a text is an address of the web. Without a scheme, only that of a marketplace is: others are like paths of files. */
export function isAddress(text: string): boolean {
  const [, host] = HOST.exec(text) ?? []
  return SCHEME.test(text) || (host !== undefined && findOwner(host.toLowerCase()) !== undefined)
}

function findOwner(hostname: string) {
  return [...pageMarketplaces.values()].find(({ host }) => isOfMarketplace(hostname, host))
}

/**
 * Reads an ASIN, an ISBN of 10 or 13 digits, or the URL of a product page, which names its marketplace.
 *
 * `domain`: given for this product. `takesGtin`: a GTIN, which an ISBN of 13 digits is, stays what it is, because the
 * record is found by it. Default: false. Gives a text that says what is wrong, for a URL of something else, for one of
 * another marketplace than was given, and for an ISBN that no ASIN follows from.
 */
export function readProductArgument(text: string, domain?: string, takesGtin = false): NamedProduct | string {
  const given = domain as PageDomain | undefined
  if (isAddress(text)) return readAddress(text, given)
  if (takesGtin && readGtin(text) !== null) return { query: text.trim(), domain: given }
  const book = readIsbn(text.trim())
  if (book === null) return { query: text, domain: given }
  return 'problem' in book ? book.problem : { query: book.isbn10, domain: given }
}

function readAddress(text: string, domain: PageDomain | undefined): NamedProduct | string {
  const address = SCHEME.test(text) ? text : `https://${text}`
  const { hostname, pathname } = URL.canParse(address) ? new URL(address) : { hostname: '', pathname: '' }
  const asin = site.links.asinInPath.exec(pathname)?.[1]
  const owner = findOwner(hostname)
  if (asin === undefined || owner === undefined) {
    return `"${text}" is not the URL of a product page on a known marketplace`
  }
  if (domain !== undefined && domain !== owner.domain) {
    return `The domain is "${domain}", and "${text}" is a URL of "${owner.domain}"`
  }
  return { query: asin, domain: owner.domain }
}
