import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { byZip } from '../base/location-types.ts'
import { en as english } from '../languages/en.ts'
import { zh as chinese } from '../languages/zh.ts'

/** amazon.sg, with the languages that its visitors can choose. */
export const sg: Marketplace<'sg', BaseMaps> = {
  ...base,
  domain: 'sg',
  host: 'www.amazon.sg',
  currency: 'SGD',
  language: 'en_SG',
  places: {
    country: 'SG',
    zip: { pattern: /^(\d{6})$/, separator: '', rule: 'must be 6 digits, such as 018956', cut: 0 },
    city: null,
    locationType: byZip,
    known: { zip: '018956', city: null, shown: 'Singapore 018956' }, // From knowledge.
  },
  site: { ...base.site, languages: [english, chinese] },
}
