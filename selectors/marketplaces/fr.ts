import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { en as english } from '../languages/en.ts'
import { fr as french } from '../languages/fr.ts'

/** amazon.fr, with the languages that its visitors can choose. */
export const fr: Marketplace<'fr', BaseMaps> = {
  ...base,
  domain: 'fr',
  host: 'www.amazon.fr',
  currency: 'EUR',
  language: 'fr_FR',
  site: { ...base.site, languages: [english, french] },
}
