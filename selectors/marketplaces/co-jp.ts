import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { baseProduct } from '../base/product/index.ts'
import { baseSearch } from '../base/search/index.ts'
import { baseSite } from '../base/site.ts'
import { en as english } from '../languages/en.ts'
import { ja as japanese } from '../languages/ja.ts'
import { zh as chinese } from '../languages/zh.ts'

/** amazon.co.jp, with the languages that its visitors can choose. */
export const coJp: Marketplace<'co.jp'> = {
  domain: 'co.jp',
  host: 'www.amazon.co.jp',
  currency: 'JPY',
  language: 'ja_JP',
  site: { ...baseSite, languages: [english, japanese, chinese] },
  product: baseProduct,
  search: baseSearch,
}
