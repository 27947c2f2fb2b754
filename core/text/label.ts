import { foldSpace } from './fold-space.ts'

const ASCII = /^[\0-\x7f]*$/
const MARKS = /\p{M}+/gu
const COLONS_AT_END = /(?<![\s:：])[\s:：]+$/
/** Letters that Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  '\u2019': "'",
}
const LETTER = /[łøıßæœđ\u2019]/g

/** A label as displayed, without colons at its end. */
export function trimLabel(text: string): string {
  return foldSpace(text).replace(COLONS_AT_END, '')
}

/** A label for comparison: without case, diacritics, direction marks and the colon at its end. */
export function foldLabel(text: string): string {
  const label = trimLabel(text)
  if (ASCII.test(label)) return label.toLowerCase()
  // Marks are removed first, because normalizing many of them in a row is quadratic.
  return label
    .replace(MARKS, '')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
}
