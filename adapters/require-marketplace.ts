import { ShelfmarkError, type Marketplace } from '../core/index.ts'
import { pageMarketplaces, type BaseMaps, type PageDomain } from '../selectors/index.ts'
import { suggest } from './similar.ts'

/** The marketplace of a domain whose pages are read: one of the interface, or another. Throws: `invalid_argument` when there is none. */
export function requireMarketplace(domain: string): Marketplace<PageDomain, BaseMaps> {
  const marketplace = pageMarketplaces.get(domain)
  if (marketplace !== undefined) return marketplace
  const hint = suggest(domain, [...pageMarketplaces.keys()])
  throw new ShelfmarkError('invalid_argument', `There is no marketplace "${domain}". ${hint}`)
}

/** The domains of marketplaces, for a person. */
export function listOf(all: ReadonlyMap<string, unknown>): string {
  return [...all.keys()].join(', ')
}
