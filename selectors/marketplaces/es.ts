import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { baseProduct } from '../base/product/index.ts'
import { baseSearch } from '../base/search/index.ts'
import { baseSite } from '../base/site.ts'
import { en as english } from '../languages/en.ts'
import { es as spanish } from '../languages/es.ts'
import { pt as portuguese } from '../languages/pt.ts'

/** amazon.es, with the languages that its visitors can choose. */
export const es: Marketplace<'es'> = {
  domain: 'es',
  host: 'www.amazon.es',
  currency: 'EUR',
  language: 'es_ES',
  site: { ...baseSite, languages: [english, spanish, portuguese] },
  product: baseProduct,
  search: baseSearch,
}
