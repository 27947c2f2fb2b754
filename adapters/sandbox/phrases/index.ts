import { en, enDayFirst } from './en.ts'
import type { Phrases } from './phrases.ts'

export type { Phrases } from './phrases.ts'

/** By the language of a marketplace. */
export const phraseBooks: Readonly<Record<string, Phrases>> = {
  en_US: en,
  en_CA: en,
  en_GB: enDayFirst,
  en_AU: enDayFirst,
  en_SG: enDayFirst,
  en_IN: enDayFirst,
  en_AE: enDayFirst,
  de_DE: en,
  fr_FR: en,
  it_IT: en,
  es_ES: en,
  es_MX: en,
  nl_NL: en,
  pl_PL: en,
  sv_SE: en,
  pt_BR: en,
  ja_JP: en,
  tr_TR: en,
  ar_AE: en,
}
