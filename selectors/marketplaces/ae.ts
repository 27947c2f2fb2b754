import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { byCity } from '../base/location-types.ts'
import { en as english } from '../languages/en.ts'
import { ar as arabic } from '../languages/ar.ts'

/** amazon.ae, with the languages that its visitors can choose. */
export const ae: Marketplace<'ae', BaseMaps> = {
  ...base,
  domain: 'ae',
  host: 'www.amazon.ae',
  currency: 'AED',
  language: 'en_AE',
  places: {
    country: 'AE',
    zip: null,
    city: {
      needsZip: false,
      isUpperCase: false,
      // From knowledge.
      names: [
        ['Dubai', 'دبي'],
        ['Abu Dhabi', 'أبو ظبي', 'أبوظبي'],
        ['Sharjah', 'الشارقة'],
        ['Ajman', 'عجمان'],
        ['Al Ain', 'العين'],
        ['Ras Al Khaimah', 'رأس الخيمة'],
        ['Fujairah', 'الفجيرة'],
        ['Umm Al Quwain', 'أم القيوين'],
      ],
    },
    locationType: byCity,
    known: { zip: null, city: 'Dubai', shown: 'Dubai' }, // ae 2024 to 2026
  },
  site: { ...base.site, languages: [english, arabic] },
}
