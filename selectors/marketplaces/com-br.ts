import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { byZip } from '../base/location-types.ts'
import { en as english } from '../languages/en.ts'
import { pt as portuguese } from '../languages/pt.ts'

/** amazon.com.br, with the languages that its visitors can choose. */
export const comBr: Marketplace<'com.br', BaseMaps> = {
  ...base,
  domain: 'com.br',
  host: 'www.amazon.com.br',
  currency: 'BRL',
  language: 'pt_BR',
  places: {
    country: 'BR',
    zip: {
      pattern: /^(\d{5})(\d{3})$/,
      separator: '-',
      rule: 'must be 8 digits, such as 01319-900',
      cut: 0,
    },
    city: null,
    locationType: byZip,
    known: { zip: '01319-900', city: null, shown: 'Bela Vista 01319900' }, // com.br 2025, 2026
  },
  site: { ...base.site, languages: [english, portuguese] },
}
