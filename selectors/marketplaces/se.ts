import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { en as english } from '../languages/en.ts'
import { sv as swedish } from '../languages/sv.ts'

/** amazon.se, with the languages that its visitors can choose. */
export const se: Marketplace<'se', BaseMaps> = {
  ...base,
  domain: 'se',
  host: 'www.amazon.se',
  currency: 'SEK',
  language: 'sv_SE',
  site: { ...base.site, languages: [english, swedish] },
}
