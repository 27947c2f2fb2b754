import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { baseProduct } from '../base/product/index.ts'
import { baseSearch } from '../base/search/index.ts'
import { baseSite } from '../base/site.ts'
import { en as english } from '../languages/en.ts'
import { fr as french } from '../languages/fr.ts'

/** amazon.fr, with the languages that its visitors can choose. */
export const fr: Marketplace<'fr'> = {
  domain: 'fr',
  host: 'www.amazon.fr',
  currency: 'EUR',
  language: 'fr_FR',
  site: { ...baseSite, languages: [english, french] },
  product: baseProduct,
  search: baseSearch,
}
