import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { baseProduct } from '../base/product/index.ts'
import { baseSearch } from '../base/search/index.ts'
import { baseSite } from '../base/site.ts'
import { en as english } from '../languages/en.ts'

/** amazon.com.au, with the languages that its visitors can choose. */
export const comAu: Marketplace<'com.au'> = {
  domain: 'com.au',
  host: 'www.amazon.com.au',
  currency: 'AUD',
  language: 'en_AU',
  site: { ...baseSite, languages: [english] },
  product: baseProduct,
  search: baseSearch,
}
