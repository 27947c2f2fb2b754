import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { byZip } from '../base/location-types.ts'
import { en as english } from '../languages/en.ts'
import { es as spanish } from '../languages/es.ts'
import { pt as portuguese } from '../languages/pt.ts'

/** amazon.es, with the languages that its visitors can choose. */
export const es: Marketplace<'es', BaseMaps> = {
  ...base,
  domain: 'es',
  host: 'www.amazon.es',
  currency: 'EUR',
  language: 'es_ES',
  places: {
    country: 'ES',
    zip: { pattern: /^(\d{5})$/, separator: '', rule: 'must be 5 digits, such as 28002', cut: 0 },
    city: null,
    locationType: byZip,
    known: { zip: '28002', city: null, shown: 'Madrid 28002' }, // es 2025
  },
  site: { ...base.site, languages: [english, spanish, portuguese] },
}
