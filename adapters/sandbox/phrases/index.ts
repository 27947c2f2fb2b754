import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, enIn } from './en.ts'
import { es, esMx } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { english, variantOf, type LanguagePhrases, type Phrases } from './phrases.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { sv } from './sv.ts'
import { tr } from './tr.ts'

export type { NumberFormat, Phrases } from './phrases.ts'

const inFull = (language: LanguagePhrases): Phrases => variantOf<Phrases>(english, language)

/** What a marketplace prints in a language that is not listed. */
export const defaultPhrases: Phrases = inFull(en)

/** By language: `xx_YY` when a country has phrases of its own, else `xx`. */
export const phrasesOfLanguages: Readonly<Record<string, Phrases>> = {
  ar: inFull(ar),
  de: inFull(de),
  en: defaultPhrases,
  en_CA: english,
  en_IN: inFull(enIn),
  en_US: english,
  es: inFull(es),
  es_MX: inFull(esMx),
  fr: inFull(fr),
  it: inFull(it),
  ja: inFull(ja),
  nl: inFull(nl),
  pl: inFull(pl),
  pt: inFull(pt),
  sv: inFull(sv),
  tr: inFull(tr),
}
