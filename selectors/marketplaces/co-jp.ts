import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { byZip } from '../base/location-types.ts'
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
  places: {
    country: 'JP',
    zip: {
      pattern: /^(\d{3})(\d{4})$/,
      separator: '-',
      rule: 'must be 7 digits, such as 153-0064',
      cut: 0,
    },
    city: null,
    locationType: byZip,
    known: { zip: '153-0064', city: null, shown: '153-0064' }, // co.jp 2025
  },
  site: { ...base.site, languages: [english, japanese, chinese] },
}
