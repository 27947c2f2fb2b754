import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { baseProduct } from '../base/product/index.ts'
import { baseSearch } from '../base/search/index.ts'
import { baseSite } from '../base/site.ts'
import { en as english } from '../languages/en.ts'
import { pt as portuguese } from '../languages/pt.ts'

/** amazon.com.br, with the languages that its visitors can choose. */
export const comBr: Marketplace<'com.br'> = {
  domain: 'com.br',
  host: 'www.amazon.com.br',
  currency: 'BRL',
  language: 'pt_BR',
  site: { ...baseSite, languages: [english, portuguese] },
  product: baseProduct,
  search: baseSearch,
}
