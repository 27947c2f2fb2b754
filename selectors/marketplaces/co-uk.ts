import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { en as english } from '../languages/en.ts'

/** amazon.co.uk, with the languages that its visitors can choose. */
export const coUk: Marketplace<'co.uk', BaseMaps> = {
  ...base,
  domain: 'co.uk',
  host: 'www.amazon.co.uk',
  currency: 'GBP',
  language: 'en_GB',
  site: { ...base.site, languages: [english] },
}
