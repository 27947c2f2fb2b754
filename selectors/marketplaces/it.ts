import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { en as english } from '../languages/en.ts'
import { it as italian } from '../languages/it.ts'

/** amazon.it, with the languages that its visitors can choose. */
export const it: Marketplace<'it', BaseMaps> = {
  ...base,
  domain: 'it',
  host: 'www.amazon.it',
  currency: 'EUR',
  language: 'it_IT',
  site: { ...base.site, languages: [english, italian] },
}
