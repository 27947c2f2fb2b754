import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { baseProduct } from '../base/product/index.ts'
import { baseSearch } from '../base/search/index.ts'
import { baseSite } from '../base/site.ts'
import { en as english } from '../languages/en.ts'

/** amazon.co.uk, with the languages that its visitors can choose. */
export const coUk: Marketplace<'co.uk'> = {
  domain: 'co.uk',
  host: 'www.amazon.co.uk',
  currency: 'GBP',
  language: 'en_GB',
  site: { ...baseSite, languages: [english] },
  product: baseProduct,
  search: baseSearch,
}
