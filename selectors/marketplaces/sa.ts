import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { en as english } from '../languages/en.ts'
import { ar as arabic } from '../languages/ar.ts'

/** amazon.sa, with the languages that its visitors can choose. */
export const sa: Marketplace<'sa', BaseMaps> = {
  ...base,
  domain: 'sa',
  host: 'www.amazon.sa',
  currency: 'SAR',
  language: 'ar_AE',
  site: { ...base.site, languages: [english, arabic] },
}
