import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { byZip } from '../base/location-types.ts'
import { en as english } from '../languages/en.ts'
import { ga as irish } from '../languages/ga.ts'

/** amazon.co.ie, with a language that no other marketplace has. */
export const coIe: Marketplace<'co.ie', BaseMaps> = {
  ...base,
  domain: 'co.ie',
  host: 'www.amazon.co.ie',
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
  site: { ...base.site, languages: [english, irish] },
}
