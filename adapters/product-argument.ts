import { isOfMarketplace } from '../core/index.ts'
import { marketplaces, site, type Domain } from '../selectors/index.ts'

/** A product that a person names. */
interface NamedProduct {
  /** ASIN as it was given. */
  readonly query: string
  /** Marketplace of the URL, else the one that was given. Absent: undefined. */
  readonly domain: Domain | undefined
}

/**
 * Reads an ASIN, or the URL of a product page, which names its marketplace.
 *
 * `domain`: given for this product. Gives a text that says what is wrong, for a URL of something else, and for one of
 * another marketplace than was given.
 */
export function readProductArgument(text: string, domain?: string): NamedProduct | string {
  if (!/^https?:\/\//i.test(text)) return { query: text, domain: domain as Domain | undefined }
  const { hostname, pathname } = URL.canParse(text) ? new URL(text) : { hostname: '', pathname: '' }
  const asin = site.links.asinInPath.exec(pathname)?.[1]
  const owner = [...marketplaces.values()].find(({ host }) => isOfMarketplace(hostname, host))
  if (asin === undefined || owner === undefined) {
    return `"${text}" is not the URL of a product page on a known marketplace`
  }
  if (domain !== undefined && domain !== owner.domain) {
    return `The domain is "${domain}", and "${text}" is a URL of "${owner.domain}"`
  }
  return { query: asin, domain: owner.domain }
}
