import { foldDigits } from '../text/digits.ts'
import { foldSpace } from '../text/fold-space.ts'

/** Accents, and the points of Hebrew and Arabic. Vowel signs of other scripts are letters of a name. */
const ACCENTS = /[\u0300-\u036F\u0591-\u05C7\u064B-\u065F\u0670]/g
const NO_LETTER = /[^\p{L}\p{M}\p{N}]|\u0640/gu
/** Letters that are written in two ways. */
const SAME: Readonly<Record<string, string>> = {
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ى: 'ي',
  ة: 'ه',
  臺: '台',
}
const LETTER = /[ıłøđßæœىة臺]/g

/** A text with one spelling of digits, letters and case, without accents and invisible characters. */
export function foldText(text: string): string {
  return foldSpace(foldDigits(text).normalize('NFKC'))
    .toLowerCase()
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(LETTER, (letter) => SAME[letter] ?? letter)
}

/** Letters and digits of a name, for comparison. */
export function foldName(text: string): string {
  return foldText(text).replace(NO_LETTER, '')
}
