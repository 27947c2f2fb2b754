import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { baseProduct } from '../base/product/index.ts'
import { baseSearch } from '../base/search/index.ts'
import { baseSite } from '../base/site.ts'
import { en as english } from '../languages/en.ts'
import { it as italian } from '../languages/it.ts'

/** amazon.it, with the languages that its visitors can choose. */
export const it: Marketplace<'it'> = {
  domain: 'it',
  host: 'www.amazon.it',
  currency: 'EUR',
  language: 'it_IT',
  site: { ...baseSite, languages: [english, italian] },
  product: baseProduct,
  search: baseSearch,
}
