import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { byZip } from '../base/location-types.ts'
import { en as english } from '../languages/en.ts'
import { sv as swedish } from '../languages/sv.ts'

/** amazon.se, with the languages that its visitors can choose. */
export const se: Marketplace<'se', BaseMaps> = {
  ...base,
  domain: 'se',
  host: 'www.amazon.se',
  currency: 'SEK',
  language: 'sv_SE',
  places: {
    country: 'SE',
    zip: {
      pattern: /^(\d{3})(\d{2})$/,
      separator: ' ',
      rule: 'must be 5 digits, such as 111 20',
      cut: 0,
    },
    city: null,
    locationType: byZip,
    known: { zip: '111 20', city: null, shown: 'Stockholm 111 20' }, // From knowledge.
  },
  site: { ...base.site, languages: [english, swedish] },
}
