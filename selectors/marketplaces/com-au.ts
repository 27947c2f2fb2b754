import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { byZipAndCity } from '../base/location-types.ts'
import { en as english } from '../languages/en.ts'

/** amazon.com.au, with the languages that its visitors can choose. */
export const comAu: Marketplace<'com.au', BaseMaps> = {
  ...base,
  domain: 'com.au',
  host: 'www.amazon.com.au',
  currency: 'AUD',
  language: 'en_AU',
  places: {
    country: 'AU',
    zip: { pattern: /^(\d{4})$/, separator: '', rule: 'must be 4 digits, such as 2000', cut: 0 },
    city: { needsZip: true, isUpperCase: true, names: [] },
    locationType: byZipAndCity,
    known: { zip: '2000', city: 'SYDNEY', shown: 'SYDNEY 2000' }, // From knowledge.
  },
  site: { ...base.site, languages: [english] },
}
