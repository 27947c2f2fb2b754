import { ShelfmarkError, type Marketplace } from '../../core/index.ts'
import { marketplaces, type BaseMaps, type Domain } from '../../selectors/index.ts'

/** The marketplace of a domain. Throws: `invalid_argument` when there is none. */
export function requireMarketplace(domain: string): Marketplace<Domain, BaseMaps> {
  const marketplace = marketplaces.get(domain)
  if (marketplace !== undefined) return marketplace
  const known = [...marketplaces.keys()].join(', ')
  throw new ShelfmarkError('invalid_argument', `There is no marketplace "${domain}". Marketplaces: ${known}.`)
}
