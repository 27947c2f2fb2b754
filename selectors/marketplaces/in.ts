import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { byZip } from '../base/location-types.ts'
import { en as english } from '../languages/en.ts'
import { hi as hindi } from '../languages/hi.ts'

/** amazon.in, with the languages that its visitors can choose. */
export const inMarketplace: Marketplace<'in', BaseMaps> = {
  ...base,
  domain: 'in',
  host: 'www.amazon.in',
  currency: 'INR',
  language: 'en_IN',
  places: {
    country: 'IN',
    zip: { pattern: /^(\d{6})$/, separator: '', rule: 'must be 6 digits, such as 400001', cut: 0 },
    city: null,
    locationType: byZip,
    known: { zip: '400001', city: null, shown: 'Mumbai 400001' }, // in 2023 to 2026
  },
  site: { ...base.site, languages: [english, hindi] },
}
