import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, enDayFirst } from './en.ts'
import { esMx } from './es-mx.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import type { Phrases } from './phrases.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { sv } from './sv.ts'
import { tr } from './tr.ts'

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
  de_DE: de,
  fr_FR: fr,
  it_IT: it,
  es_ES: es,
  es_MX: esMx,
  nl_NL: nl,
  pl_PL: pl,
  sv_SE: sv,
  pt_BR: pt,
  ja_JP: ja,
  tr_TR: tr,
  ar_AE: ar,
}
