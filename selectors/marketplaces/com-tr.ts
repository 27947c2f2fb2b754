import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { byZip } from '../base/location-types.ts'
import { en as english } from '../languages/en.ts'
import { tr as turkish } from '../languages/tr.ts'

/** amazon.com.tr, with the languages that its visitors can choose. */
export const comTr: Marketplace<'com.tr', BaseMaps> = {
  ...base,
  domain: 'com.tr',
  host: 'www.amazon.com.tr',
  currency: 'TRY',
  language: 'tr_TR',
  places: {
    country: 'TR',
    zip: { pattern: /^(\d{5})$/, separator: '', rule: 'must be 5 digits, such as 34110', cut: 0 },
    city: null,
    locationType: byZip,
    known: { zip: '34110', city: null, shown: 'İstanbul 34110' }, // From knowledge.
  },
  site: { ...base.site, languages: [english, turkish] },
}
