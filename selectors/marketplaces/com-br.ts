import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { en as english } from '../languages/en.ts'
import { pt as portuguese } from '../languages/pt.ts'

/** amazon.com.br, with the languages that its visitors can choose. */
export const comBr: Marketplace<'com.br', BaseMaps> = {
  ...base,
  domain: 'com.br',
  host: 'www.amazon.com.br',
  currency: 'BRL',
  language: 'pt_BR',
  site: { ...base.site, languages: [english, portuguese] },
}
