import { clipPhrase } from '../text/clip.ts'
import { foldLabel } from '../text/label.ts'

/** A phrase without case, diacritics and direction marks, to be compared with words of a language. */
export function foldPhrase(text: string): string {
  return foldLabel(clipPhrase(text))
}

const LETTER = /[\p{L}\p{N}]/u
/** Scripts that write no spaces between words. */
const UNSPACED = /[\u3040-\u30ff\u4e00-\u9fff]/

/** Whether a text contains any of some folded words. */
export function containsAny(text: string, words: readonly string[]): boolean {
  const folded = foldPhrase(text)
  return words.some((entry) => containsWords(folded, entry))
}

/**
 * Whether a folded text contains folded words with no letter before or after
 * them. Scripts without spaces need no such border, except for a single
 * character, which is a part of other words.
 */
export function containsWords(text: string, words: string): boolean {
  const needsBorder = words.length === 1 || !UNSPACED.test(words)
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const before = text[at - 1] ?? ' '
    const after = text[at + words.length] ?? ' '
    if (!needsBorder || (!LETTER.test(before) && !LETTER.test(after))) return true
  }
  return false
}

const LATIN = /^[\p{Script=Latin}\p{P}\p{Z}]+$/u

/** The source of a pattern for a name, and for the source `end` after it. In Latin letters it is a whole word; other scripts attach particles to a name. */
export function matchName(name: string, end = ''): string {
  const pattern = escapePattern(name) + end
  return LATIN.test(name) ? `(?<!\\p{L})${pattern}(?!\\p{L})` : pattern
}

/** A pattern for any of some names. */
export function compileNames(names: readonly string[]): RegExp {
  return names.length === 0 ? NOTHING : new RegExp(names.map((name) => matchName(name)).join('|'), 'iu')
}

/** Alternatives of words before a name. A word with a capital is found without it too. */
function beforeName(words: readonly string[]): string {
  return words
    .map((word) => `[${word.charAt(0)}${word.charAt(0).toLowerCase()}]${escapePattern(word.slice(1))}`)
    .join('|')
}

/** A pattern for any of some words at the start of a text, with the space after it. */
export function compileFirstWord(words: readonly string[]): RegExp {
  return words.length === 0 ? NOTHING : new RegExp(`^(?:${beforeName(words)})\\s+(?=\\S)`, 'u')
}

/** A pattern for the name in a line such as "2 months ago by Wren": after the last number that one of some words follows. */
export function compileAuthor(words: readonly string[]): RegExp {
  if (words.length === 0) return NOTHING
  return new RegExp(`^.*\\p{N}\\P{N}*?\\s(?:${beforeName(words)})\\s+(?<author>\\S.*)$`, 'u')
}

const NOTHING = /(?!)/

const SPECIAL = /[.*+?^${}()|[\]\\]/g

/** A text as the source of a pattern that matches it. */
export function escapePattern(text: string): string {
  return text.replace(SPECIAL, '\\$&')
}

/**
 * Reads texts by templates such as "Visit the {brand} Store". They are one pattern: to try each by itself costs several
 * times as much. The longest comes first, because it says more: "Odwiedź sklep marki {brand}" before "Odwiedź sklep {brand}".
 */
export class Templates {
  readonly pattern: RegExp
  /** The names of the placeholders, by the number of their group, from 0. */
  private readonly names: readonly string[]

  constructor(templates: readonly string[]) {
    const longestFirst = [...new Set(templates)].toSorted((a, b) => b.length - a.length)
    const names: string[] = []
    const alternatives = longestFirst.map((template) => toPattern(template, names))
    this.pattern = alternatives.length === 0 ? NOTHING : new RegExp(`^(?:${alternatives.join('|')})$`, 'iu')
    this.names = names
  }

  /** The texts in place of the placeholders, by their names, trimmed. Absent: null, the text has no known form. */
  read(text: string): ReadonlyMap<string, string> | null {
    const match = this.pattern.exec(text)
    if (match === null) return null
    const texts = new Map<string, string>()
    for (const [i, name] of this.names.entries()) {
      const found = match[i + 1]
      if (found !== undefined) texts.set(name, found.trim())
    }
    return texts
  }
}

/** Writes a template as a pattern with a group for each placeholder, and adds their names to a list. */
function toPattern(template: string, names: string[]): string {
  return (
    widenArabic(escapePattern(template))
      .replaceAll(/ ?[:：] ?/g, '\\s*[:：]\\s*')
      .replaceAll("'", "['\u2019]")
      .replaceAll(' ', '\\s+')
      // A number sign or word can precede the number: "#", "Nr.", "n.º", "Pozycja".
      .replace(/^\\\{rank/, '\\P{N}{0,60}$&')
      .replace('\\s+\\{rank', '\\s*\\{rank')
      .replaceAll(/\\\{(\w+)\\\}/g, (_, name: string) => {
        names.push(name)
        return name === 'rank' ? '(\\d[\\d.,\\s]{0,19}?)' : '(.+?)'
      })
  )
}

/** Arabic can be written with or without the marks of short vowels and of the forms of alef. */
function widenArabic(pattern: string): string {
  return pattern
    .replaceAll(/[\u064B-\u0652]/g, '')
    .replaceAll(/[أإآ]/g, 'ا')
    .replaceAll(/[\u0621-\u064A]/g, '$&[\\u064B-\\u0652]{0,2}')
    .replaceAll('ا', '[اأإآ]')
}
