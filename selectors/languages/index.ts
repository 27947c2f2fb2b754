import type { Language } from '../../core/marketplace/language.ts'
import { en } from './en.ts'
import { de } from './de.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { es } from './es.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { sv } from './sv.ts'
import { pt } from './pt.ts'
import { ja } from './ja.ts'
import { tr } from './tr.ts'
import { ar } from './ar.ts'
import { hi } from './hi.ts'
import { zh } from './zh.ts'

/**
 * All languages. A page follows its visitor, so every marketplace can print any of them.
 *
 * A comment after a word gives its origin: the marketplaces and years of saved
 * pages that show it in the role of its list, or "from knowledge". The README
 * of `selectors` has the notation.
 */
export const languages: readonly Language[] = [en, de, fr, it, es, nl, pl, sv, pt, ja, tr, ar, hi, zh]
