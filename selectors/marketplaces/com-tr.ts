import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { en as english } from '../languages/en.ts'
import { tr as turkish } from '../languages/tr.ts'

/** amazon.com.tr, with the languages that its visitors can choose. */
export const comTr: Marketplace<'com.tr', BaseMaps> = {
  ...base,
  domain: 'com.tr',
  host: 'www.amazon.com.tr',
  currency: 'TRY',
  language: 'tr_TR',
  site: { ...base.site, languages: [english, turkish] },
}
