import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { byZip } from '../base/location-types.ts'
import { en as english } from '../languages/en.ts'
import { de as german } from '../languages/de.ts'
import { es as spanish } from '../languages/es.ts'
import { pt as portuguese } from '../languages/pt.ts'
import { ar as arabic } from '../languages/ar.ts'
import { zh as chinese } from '../languages/zh.ts'

/** amazon.com, with the languages that its visitors can choose. */
export const com: Marketplace<'com', BaseMaps> = {
  ...base,
  domain: 'com',
  host: 'www.amazon.com',
  currency: 'USD',
  language: 'en_US',
  isMonthFirst: true,
  places: {
    country: 'US',
    zip: { pattern: /^(\d{5})$/, separator: '', rule: 'must be 5 digits, such as 10001', cut: 0 },
    city: null,
    locationType: byZip,
    known: { zip: '10001', city: null, shown: 'New York 10001' }, // com 2023 to 2026
  },
  site: { ...base.site, languages: [english, german, spanish, portuguese, arabic, chinese] },
}
