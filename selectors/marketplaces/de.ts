import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { baseProduct } from '../base/product/index.ts'
import { baseSearch } from '../base/search/index.ts'
import { baseSite } from '../base/site.ts'
import { en as english } from '../languages/en.ts'
import { de as german } from '../languages/de.ts'
import { nl as dutch } from '../languages/nl.ts'
import { pl as polish } from '../languages/pl.ts'
import { tr as turkish } from '../languages/tr.ts'

/** amazon.de, with the languages that its visitors can choose. */
export const de: Marketplace<'de'> = {
  domain: 'de',
  host: 'www.amazon.de',
  currency: 'EUR',
  language: 'de_DE',
  site: { ...baseSite, languages: [english, german, dutch, polish, turkish] },
  product: baseProduct,
  search: baseSearch,
}
