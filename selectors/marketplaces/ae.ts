import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { baseProduct } from '../base/product/index.ts'
import { baseSearch } from '../base/search/index.ts'
import { baseSite } from '../base/site.ts'
import { en as english } from '../languages/en.ts'
import { ar as arabic } from '../languages/ar.ts'

/** amazon.ae, with the languages that its visitors can choose. */
export const ae: Marketplace<'ae'> = {
  domain: 'ae',
  host: 'www.amazon.ae',
  currency: 'AED',
  language: 'en_AE',
  site: { ...baseSite, languages: [english, arabic] },
  product: baseProduct,
  search: baseSearch,
}
