import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { baseProduct } from '../base/product/index.ts'
import { baseSearch } from '../base/search/index.ts'
import { baseSite } from '../base/site.ts'
import { en as english } from '../languages/en.ts'
import { nl as dutch } from '../languages/nl.ts'

/** amazon.nl, with the languages that its visitors can choose. */
export const nl: Marketplace<'nl'> = {
  domain: 'nl',
  host: 'www.amazon.nl',
  currency: 'EUR',
  language: 'nl_NL',
  site: { ...baseSite, languages: [english, dutch] },
  product: baseProduct,
  search: baseSearch,
}
