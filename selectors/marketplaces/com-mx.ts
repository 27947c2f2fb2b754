import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { byZip } from '../base/location-types.ts'
import { en as english } from '../languages/en.ts'
import { es as spanish } from '../languages/es.ts'

/** amazon.com.mx, with the languages that its visitors can choose. */
export const comMx: Marketplace<'com.mx', BaseMaps> = {
  ...base,
  domain: 'com.mx',
  host: 'www.amazon.com.mx',
  currency: 'MXN',
  language: 'es_MX',
  places: {
    country: 'MX',
    zip: { pattern: /^(\d{5})$/, separator: '', rule: 'must be 5 digits, such as 06000', cut: 0 },
    city: null,
    locationType: byZip,
    known: { zip: '06000', city: null, shown: 'Ciudad de México 06000' }, // From knowledge.
  },
  site: { ...base.site, languages: [english, spanish] },
}
