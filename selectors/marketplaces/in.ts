import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { en as english } from '../languages/en.ts'
import { hi as hindi } from '../languages/hi.ts'

/** amazon.in, with the languages that its visitors can choose. */
export const inMarketplace: Marketplace<'in', BaseMaps> = {
  ...base,
  domain: 'in',
  host: 'www.amazon.in',
  currency: 'INR',
  language: 'en_IN',
  site: { ...base.site, languages: [english, hindi] },
}
