import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { en as english } from '../languages/en.ts'
import { es as spanish } from '../languages/es.ts'

/** amazon.com.mx, with the languages that its visitors can choose. */
export const comMx: Marketplace<'com.mx', BaseMaps> = {
  ...base,
  domain: 'com.mx',
  host: 'www.amazon.com.mx',
  currency: 'MXN',
  language: 'es_MX',
  site: { ...base.site, languages: [english, spanish] },
}
