import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { baseProduct } from '../base/product/index.ts'
import { baseSearch } from '../base/search/index.ts'
import { baseSite } from '../base/site.ts'
import { en as english } from '../languages/en.ts'
import { es as spanish } from '../languages/es.ts'

/** amazon.com.mx, with the languages that its visitors can choose. */
export const comMx: Marketplace<'com.mx'> = {
  domain: 'com.mx',
  host: 'www.amazon.com.mx',
  currency: 'MXN',
  language: 'es_MX',
  site: { ...baseSite, languages: [english, spanish] },
  product: baseProduct,
  search: baseSearch,
}
