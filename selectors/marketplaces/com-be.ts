import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { onlyAbroad } from '../base/location-types.ts'
import { en as english } from '../languages/en.ts'
import { fr as french } from '../languages/fr.ts'
import { nl as dutch } from '../languages/nl.ts'

/** amazon.com.be, with the languages that its visitors can choose. From knowledge: no saved page was seen. */
export const comBe: Marketplace<'com.be', BaseMaps> = {
  ...base,
  domain: 'com.be',
  host: 'www.amazon.com.be',
  currency: 'EUR',
  language: 'fr_BE',
  places: { country: 'BE', zip: null, city: null, locationType: onlyAbroad, known: null },
  site: { ...base.site, languages: [english, french, dutch] },
}
