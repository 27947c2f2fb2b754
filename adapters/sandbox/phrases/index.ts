import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, enIn, enUs } from './en.ts'
import { es, esMx } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import type { Phrases } from './phrases.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { sv } from './sv.ts'
import { tr } from './tr.ts'

export type { NumberFormat, Phrases } from './phrases.ts'

/** By language: `xx_YY` when a country has phrases of its own, else `xx`. */
export const phrasesOfLanguages: Readonly<Record<string, Phrases>> = {
  ar,
  de,
  en,
  en_CA: enUs,
  en_IN: enIn,
  en_US: enUs,
  es,
  es_MX: esMx,
  fr,
  it,
  ja,
  nl,
  pl,
  pt,
  sv,
  tr,
}

/** What a marketplace prints in a language that is not listed. */
export const defaultPhrases: Phrases = en
