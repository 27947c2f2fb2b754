import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { byZip } from '../base/location-types.ts'
import { en as english } from '../languages/en.ts'
import { fr as french } from '../languages/fr.ts'

/** amazon.fr, with the languages that its visitors can choose. */
export const fr: Marketplace<'fr', BaseMaps> = {
  ...base,
  domain: 'fr',
  host: 'www.amazon.fr',
  currency: 'EUR',
  language: 'fr_FR',
  places: {
    country: 'FR',
    zip: { pattern: /^(\d{5})$/, separator: '', rule: 'must be 5 digits, such as 75001', cut: 0 },
    city: null,
    locationType: byZip,
    known: { zip: '75001', city: null, shown: 'Paris 75001' }, // From knowledge.
  },
  site: { ...base.site, languages: [english, french] },
}
