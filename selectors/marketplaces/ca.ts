import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { byZip } from '../base/location-types.ts'
import { en as english } from '../languages/en.ts'
import { fr as french } from '../languages/fr.ts'

/** amazon.ca, with the languages that its visitors can choose. */
export const ca: Marketplace<'ca', BaseMaps> = {
  ...base,
  domain: 'ca',
  host: 'www.amazon.ca',
  currency: 'CAD',
  language: 'en_CA',
  places: {
    country: 'CA',
    zip: {
      pattern: /^([A-Z]\d[A-Z])(\d[A-Z]\d)$/,
      separator: ' ',
      rule: 'must be letters and digits in turn, such as M5V 3L9',
      cut: 1,
    },
    city: null,
    locationType: byZip,
    known: { zip: 'M5V 3L9', city: null, shown: 'Toronto M5V 3L' }, // From knowledge.
  },
  site: { ...base.site, languages: [english, french] },
}
