import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { en as english } from '../languages/en.ts'
import { zh as chinese } from '../languages/zh.ts'

/** amazon.sg, with the languages that its visitors can choose. */
export const sg: Marketplace<'sg', BaseMaps> = {
  ...base,
  domain: 'sg',
  host: 'www.amazon.sg',
  currency: 'SGD',
  language: 'en_SG',
  site: { ...base.site, languages: [english, chinese] },
}
