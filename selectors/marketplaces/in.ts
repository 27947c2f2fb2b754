import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { baseProduct } from '../base/product/index.ts'
import { baseSearch } from '../base/search/index.ts'
import { baseSite } from '../base/site.ts'
import { en as english } from '../languages/en.ts'
import { hi as hindi } from '../languages/hi.ts'

/** amazon.in, with the languages that its visitors can choose. */
export const inMarketplace: Marketplace<'in'> = {
  domain: 'in',
  host: 'www.amazon.in',
  currency: 'INR',
  language: 'en_IN',
  site: { ...baseSite, languages: [english, hindi] },
  product: baseProduct,
  search: baseSearch,
}
