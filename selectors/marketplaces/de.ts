import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { byZip } from '../base/location-types.ts'
import { en as english } from '../languages/en.ts'
import { de as german } from '../languages/de.ts'
import { nl as dutch } from '../languages/nl.ts'
import { pl as polish } from '../languages/pl.ts'
import { tr as turkish } from '../languages/tr.ts'

/** amazon.de, with the languages that its visitors can choose. */
export const de: Marketplace<'de', BaseMaps> = {
  ...base,
  domain: 'de',
  host: 'www.amazon.de',
  currency: 'EUR',
  language: 'de_DE',
  places: {
    country: 'DE',
    zip: { pattern: /^(\d{5})$/, separator: '', rule: 'must be 5 digits, such as 10117', cut: 0 },
    city: null,
    locationType: byZip,
    known: { zip: '10117', city: null, shown: 'Berlin 10117' }, // From knowledge.
  },
  site: { ...base.site, languages: [english, german, dutch, polish, turkish] },
}
