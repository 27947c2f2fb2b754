import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { en as english } from '../languages/en.ts'
import { ar as arabic } from '../languages/ar.ts'

/** amazon.ae, with the languages that its visitors can choose. */
export const ae: Marketplace<'ae', BaseMaps> = {
  ...base,
  domain: 'ae',
  host: 'www.amazon.ae',
  currency: 'AED',
  language: 'en_AE',
  site: { ...base.site, languages: [english, arabic] },
}
