import { ShelfmarkError, type Marketplace } from '../../core/index.ts'
import { marketplaces, type BaseMaps, type Domain } from '../../selectors/index.ts'

/**
 * The marketplace of a domain. `domain`: null when the page names no marketplace.
 *
 * Throws: `invalid_argument` when there is none.
 */
export function requireMarketplace(domain: string | null): Marketplace<Domain, BaseMaps> {
  const marketplace = domain === null ? undefined : marketplaces.get(domain)
  if (marketplace !== undefined) return marketplace
  const problem =
    domain === null
      ? 'The page names no marketplace, so the domain must be given'
      : `There is no marketplace "${domain}"`
  const known = [...marketplaces.keys()].join(', ')
  throw new ShelfmarkError('invalid_argument', `${problem}. Marketplaces: ${known}.`)
}
