import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { baseProduct } from '../base/product/index.ts'
import { baseSearch } from '../base/search/index.ts'
import { baseSite } from '../base/site.ts'
import { en as english } from '../languages/en.ts'
import { sv as swedish } from '../languages/sv.ts'

/** amazon.se, with the languages that its visitors can choose. */
export const se: Marketplace<'se'> = {
  domain: 'se',
  host: 'www.amazon.se',
  currency: 'SEK',
  language: 'sv_SE',
  site: { ...baseSite, languages: [english, swedish] },
  product: baseProduct,
  search: baseSearch,
}
