import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { byZip } from '../base/location-types.ts'
import { en as english } from '../languages/en.ts'

/** amazon.co.uk, with the languages that its visitors can choose. */
export const coUk: Marketplace<'co.uk', BaseMaps> = {
  ...base,
  domain: 'co.uk',
  host: 'www.amazon.co.uk',
  currency: 'GBP',
  language: 'en_GB',
  places: {
    country: 'GB',
    zip: {
      pattern: /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/,
      separator: ' ',
      rule: 'must be a postcode, such as NW1 6XE',
      cut: 2,
    },
    city: null,
    locationType: byZip,
    known: { zip: 'NW1 6XE', city: null, shown: 'London NW1 6' }, // From knowledge.
  },
  site: { ...base.site, languages: [english] },
}
