import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { byZip } from '../base/location-types.ts'
import { en as english } from '../languages/en.ts'
import { pl as polish } from '../languages/pl.ts'

/** amazon.pl, with the languages that its visitors can choose. */
export const pl: Marketplace<'pl', BaseMaps> = {
  ...base,
  domain: 'pl',
  host: 'www.amazon.pl',
  currency: 'PLN',
  language: 'pl_PL',
  places: {
    country: 'PL',
    zip: {
      pattern: /^(\d{2})(\d{3})$/,
      separator: '-',
      rule: 'must be 5 digits, such as 00-001',
      cut: 0,
    },
    city: null,
    locationType: byZip,
    known: { zip: '00-001', city: null, shown: 'Warszawa 00-001' }, // From knowledge.
  },
  site: { ...base.site, languages: [english, polish] },
}
