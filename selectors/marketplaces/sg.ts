import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { baseProduct } from '../base/product/index.ts'
import { baseSearch } from '../base/search/index.ts'
import { baseSite } from '../base/site.ts'
import { en as english } from '../languages/en.ts'
import { zh as chinese } from '../languages/zh.ts'

/** amazon.sg, with the languages that its visitors can choose. */
export const sg: Marketplace<'sg'> = {
  domain: 'sg',
  host: 'www.amazon.sg',
  currency: 'SGD',
  language: 'en_SG',
  site: { ...baseSite, languages: [english, chinese] },
  product: baseProduct,
  search: baseSearch,
}
