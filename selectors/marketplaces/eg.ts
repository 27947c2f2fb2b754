import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { baseProduct } from '../base/product/index.ts'
import { baseSearch } from '../base/search/index.ts'
import { baseSite } from '../base/site.ts'
import { en as english } from '../languages/en.ts'
import { ar as arabic } from '../languages/ar.ts'

/** amazon.eg, with the languages that its visitors can choose. */
export const eg: Marketplace<'eg'> = {
  domain: 'eg',
  host: 'www.amazon.eg',
  currency: 'EGP',
  language: 'ar_AE',
  site: { ...baseSite, languages: [english, arabic] },
  product: baseProduct,
  search: baseSearch,
}
