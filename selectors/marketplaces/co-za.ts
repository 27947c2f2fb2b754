import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { onlyAbroad } from '../base/location-types.ts'
import { en as english } from '../languages/en.ts'

/** amazon.co.za, with the language that its visitors can choose. From knowledge: no saved page was seen. */
export const coZa: Marketplace<'co.za', BaseMaps> = {
  ...base,
  domain: 'co.za',
  host: 'www.amazon.co.za',
  currency: 'ZAR',
  language: 'en_ZA',
  places: { country: 'ZA', zip: null, city: null, locationType: onlyAbroad, known: null },
  site: { ...base.site, languages: [english] },
}
