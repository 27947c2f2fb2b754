import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { en as english } from '../languages/en.ts'
import { pl as polish } from '../languages/pl.ts'

/** amazon.pl, with the languages that its visitors can choose. */
export const pl: Marketplace<'pl', BaseMaps> = {
  ...base,
  domain: 'pl',
  host: 'www.amazon.pl',
  currency: 'PLN',
  language: 'pl_PL',
  site: { ...base.site, languages: [english, polish] },
}
