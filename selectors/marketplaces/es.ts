import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { en as english } from '../languages/en.ts'
import { es as spanish } from '../languages/es.ts'
import { pt as portuguese } from '../languages/pt.ts'

/** amazon.es, with the languages that its visitors can choose. */
export const es: Marketplace<'es', BaseMaps> = {
  ...base,
  domain: 'es',
  host: 'www.amazon.es',
  currency: 'EUR',
  language: 'es_ES',
  site: { ...base.site, languages: [english, spanish, portuguese] },
}
