import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { byCity } from '../base/location-types.ts'
import { en as english } from '../languages/en.ts'
import { ar as arabic } from '../languages/ar.ts'

/** amazon.eg, with the languages that its visitors can choose. */
export const eg: Marketplace<'eg', BaseMaps> = {
  ...base,
  domain: 'eg',
  host: 'www.amazon.eg',
  currency: 'EGP',
  language: 'ar_AE',
  places: {
    country: 'EG',
    zip: null,
    city: {
      needsZip: false,
      isUpperCase: false,
      // From knowledge.
      names: [
        ['Cairo', 'القاهرة'],
        ['Giza', 'الجيزة'],
        ['Alexandria', 'الإسكندرية'],
        ['Mansoura', 'El Mansoura', 'المنصورة'],
        ['Tanta', 'طنطا'],
        ['Port Said', 'بورسعيد'],
        ['Suez', 'السويس'],
        ['Ismailia', 'الإسماعيلية'],
        ['Luxor', 'الأقصر'],
        ['Aswan', 'أسوان'],
        ['Hurghada', 'الغردقة'],
      ],
    },
    locationType: byCity,
    known: { zip: null, city: 'Cairo', shown: 'Cairo' }, // From knowledge.
  },
  site: { ...base.site, languages: [english, arabic] },
}
