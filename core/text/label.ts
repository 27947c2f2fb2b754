import { foldSpace } from './fold-space.ts'

const ASCII = /^[\0-\x7f]*$/
const MARKS = /\p{M}+/gu
const COLONS_AT_END = /(?<![\s:：])[\s:：]+$/
/** Letters that Unicode does not take apart. */
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

/** A label as the page shows it, without the colons at its end. */
export function trimLabel(text: string): string {
  return foldSpace(text).replace(COLONS_AT_END, '')
}

/** A label made comparable: without case, diacritics, direction marks and the colon at its end. */
export function foldLabel(text: string): string {
  const label = trimLabel(text)
  if (ASCII.test(label)) return label.toLowerCase()
  // Marks go first: the cost of putting many of them in order is the square of their number.
  return label
    .replace(MARKS, '')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
}
