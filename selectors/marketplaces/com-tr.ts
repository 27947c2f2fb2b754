import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { baseProduct } from '../base/product/index.ts'
import { baseSearch } from '../base/search/index.ts'
import { baseSite } from '../base/site.ts'
import { en as english } from '../languages/en.ts'
import { tr as turkish } from '../languages/tr.ts'

/** amazon.com.tr, with the languages that its visitors can choose. */
export const comTr: Marketplace<'com.tr'> = {
  domain: 'com.tr',
  host: 'www.amazon.com.tr',
  currency: 'TRY',
  language: 'tr_TR',
  site: { ...baseSite, languages: [english, turkish] },
  product: baseProduct,
  search: baseSearch,
}
