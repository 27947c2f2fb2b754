import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { en as english } from '../languages/en.ts'

/** amazon.com.au, with the languages that its visitors can choose. */
export const comAu: Marketplace<'com.au', BaseMaps> = {
  ...base,
  domain: 'com.au',
  host: 'www.amazon.com.au',
  currency: 'AUD',
  language: 'en_AU',
  site: { ...base.site, languages: [english] },
}
