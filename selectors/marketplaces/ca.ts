import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { en as english } from '../languages/en.ts'
import { fr as french } from '../languages/fr.ts'

/** amazon.ca, with the languages that its visitors can choose. */
export const ca: Marketplace<'ca', BaseMaps> = {
  ...base,
  domain: 'ca',
  host: 'www.amazon.ca',
  currency: 'CAD',
  language: 'en_CA',
  site: { ...base.site, languages: [english, french] },
}
