import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { baseProduct } from '../base/product/index.ts'
import { baseSearch } from '../base/search/index.ts'
import { baseSite } from '../base/site.ts'
import { en as english } from '../languages/en.ts'
import { pl as polish } from '../languages/pl.ts'

/** amazon.pl, with the languages that its visitors can choose. */
export const pl: Marketplace<'pl'> = {
  domain: 'pl',
  host: 'www.amazon.pl',
  currency: 'PLN',
  language: 'pl_PL',
  site: { ...baseSite, languages: [english, polish] },
  product: baseProduct,
  search: baseSearch,
}
