import { ShelfmarkError, type Marketplace } from '../../core/index.ts'
import { marketplaces, pageMarketplaces, type BaseMaps, type Domain, type PageDomain } from '../../selectors/index.ts'

/** The marketplace of a domain of the interface. Throws: `invalid_argument` when there is none. */
export function requireMarketplace(domain: string): Marketplace<Domain, BaseMaps> {
  return requireOne(domain, marketplaces)
}

/** The marketplace of a domain whose pages are read. Throws: `invalid_argument` when there is none. */
export function requirePageMarketplace(domain: string): Marketplace<PageDomain, BaseMaps> {
  return requireOne(domain, pageMarketplaces)
}

function requireOne<T>(domain: string, all: ReadonlyMap<string, T>): T {
  const marketplace = all.get(domain)
  if (marketplace !== undefined) return marketplace
  throw new ShelfmarkError('invalid_argument', `There is no marketplace "${domain}". Marketplaces: ${listOf(all)}.`)
}

/** The domains of marketplaces, for a person. */
export function listOf(all: ReadonlyMap<string, unknown>): string {
  return [...all.keys()].join(', ')
}
