import { ShelfmarkError, type Marketplace } from '../../core/index.ts'
import { marketplaces } from '../../selectors/index.ts'

/** The marketplace of a domain. Throws: `invalid_argument` for a domain that has none. */
export function requireMarketplace(domain: string): Marketplace {
  const marketplace = marketplaces.get(domain)
  if (marketplace !== undefined) return marketplace
  const known = [...marketplaces.keys()].join(', ')
  throw new ShelfmarkError('invalid_argument', `There is no marketplace "${domain}". Marketplaces: ${known}.`)
}
