import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { byCity } from '../base/location-types.ts'
import { en as english } from '../languages/en.ts'
import { ar as arabic } from '../languages/ar.ts'

/** amazon.sa, with the languages that its visitors can choose. */
export const sa: Marketplace<'sa', BaseMaps> = {
  ...base,
  domain: 'sa',
  host: 'www.amazon.sa',
  currency: 'SAR',
  language: 'ar_AE',
  places: {
    country: 'SA',
    zip: null,
    city: {
      needsZip: false,
      isUpperCase: false,
      // From knowledge.
      names: [
        ['Riyadh', 'الرياض'],
        ['Jeddah', 'جدة'],
        ['Dammam', 'الدمام'],
        ['Mecca', 'Makkah', 'مكة', 'مكة المكرمة'],
        ['Medina', 'Madinah', 'Al Madinah', 'المدينة المنورة'],
        ['Khobar', 'Al Khobar', 'الخبر'],
        ['Taif', 'Al Taif', 'الطائف'],
        ['Tabuk', 'تبوك'],
        ['Abha', 'أبها'],
        ['Jubail', 'Al Jubail', 'الجبيل'],
        ['Hofuf', 'Al Hofuf', 'الهفوف'],
        ['Buraydah', 'بريدة'],
      ],
    },
    locationType: byCity,
    known: { zip: null, city: 'Riyadh', shown: 'Riyadh' }, // From knowledge.
  },
  site: { ...base.site, languages: [english, arabic] },
}
