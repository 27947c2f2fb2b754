import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { byZip } from '../base/location-types.ts'
import { en as english } from '../languages/en.ts'
import { it as italian } from '../languages/it.ts'

/** amazon.it, with the languages that its visitors can choose. */
export const it: Marketplace<'it', BaseMaps> = {
  ...base,
  domain: 'it',
  host: 'www.amazon.it',
  currency: 'EUR',
  language: 'it_IT',
  places: {
    country: 'IT',
    zip: { pattern: /^(\d{5})$/, separator: '', rule: 'must be 5 digits, such as 00184', cut: 0 },
    city: null,
    locationType: byZip,
    known: { zip: '00184', city: null, shown: 'Roma 00184' }, // From knowledge.
  },
  site: { ...base.site, languages: [english, italian] },
}
