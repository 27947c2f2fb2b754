import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { en as english } from '../languages/en.ts'
import { ar as arabic } from '../languages/ar.ts'

/** amazon.eg, with the languages that its visitors can choose. */
export const eg: Marketplace<'eg', BaseMaps> = {
  ...base,
  domain: 'eg',
  host: 'www.amazon.eg',
  currency: 'EGP',
  language: 'ar_AE',
  site: { ...base.site, languages: [english, arabic] },
}
