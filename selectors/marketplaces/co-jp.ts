import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { en as english } from '../languages/en.ts'
import { ja as japanese } from '../languages/ja.ts'
import { zh as chinese } from '../languages/zh.ts'

/** amazon.co.jp, with the languages that its visitors can choose. */
export const coJp: Marketplace<'co.jp', BaseMaps> = {
  ...base,
  domain: 'co.jp',
  host: 'www.amazon.co.jp',
  currency: 'JPY',
  language: 'ja_JP',
  site: { ...base.site, languages: [english, japanese, chinese] },
}
