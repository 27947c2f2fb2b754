import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { onlyAbroad } from '../base/location-types.ts'
import { en as english } from '../languages/en.ts'
import { nl as dutch } from '../languages/nl.ts'

/** amazon.nl, with the languages that its visitors can choose. */
export const nl: Marketplace<'nl', BaseMaps> = {
  ...base,
  domain: 'nl',
  host: 'www.amazon.nl',
  currency: 'EUR',
  language: 'nl_NL',
  places: {
    country: 'NL',
    zip: null,
    city: null,
    locationType: onlyAbroad,
    known: null,
  },
  site: { ...base.site, languages: [english, dutch] },
}
