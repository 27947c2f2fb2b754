import { isOfMarketplace } from '../core/index.ts'
import { marketplaces, site, type Domain } from '../selectors/index.ts'

/** A product that a person names. */
interface NamedProduct {
  /** ASIN as it was given. */
  readonly query: string
  /** Marketplace of the URL. Absent: undefined, the text is no URL. */
  readonly domain?: Domain | undefined
}

/** Reads an ASIN, or the URL of a product page. Absent: null, the text is a URL of something else. */
export function readProductArgument(text: string): NamedProduct | null {
  if (!/^https?:\/\//i.test(text)) return { query: text }
  if (!URL.canParse(text)) return null
  const { hostname, pathname } = new URL(text)
  const asin = site.links.asinInPath.exec(pathname)?.[1]
  const owner = [...marketplaces.values()].find(({ host }) => isOfMarketplace(hostname, host))
  return asin === undefined || owner === undefined ? null : { query: asin, domain: owner.domain }
}
