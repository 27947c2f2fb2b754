import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { en as english } from '../languages/en.ts'
import { ga as irish } from '../languages/ga.ts'

/** amazon.ie, with a language that no other marketplace has. */
export const ie: Marketplace<'ie', BaseMaps> = {
  ...base,
  domain: 'ie',
  host: 'www.amazon.ie',
  currency: 'EUR',
  language: 'en_IE',
  site: { ...base.site, languages: [english, irish] },
}
