import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { byZip } from '../base/location-types.ts'
import { en as english } from '../languages/en.ts'

/** amazon.ie, with the language that its visitors can choose. From knowledge: no saved page was seen. */
export const ie: Marketplace<'ie', BaseMaps> = {
  ...base,
  domain: 'ie',
  host: 'www.amazon.ie',
  currency: 'EUR',
  language: 'en_IE',
  places: {
    country: 'IE',
    zip: {
      pattern: /^([A-Z]\d[\dW])([A-Z\d]{4})$/,
      separator: ' ',
      rule: 'must be an Eircode, such as D02 AF30',
      cut: 0,
    },
    city: null,
    locationType: byZip,
    known: { zip: 'D02 AF30', city: null, shown: 'Dublin D02 AF30' },
  },
  site: { ...base.site, languages: [english] },
}
