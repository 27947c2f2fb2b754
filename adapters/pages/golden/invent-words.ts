/** Characters of a script that words are invented of. */
const LETTERS: readonly (readonly [script: RegExp, letters: string])[] = [
  [/\p{Script=Arabic}/u, 'ابتدرسعفكلمنوي'],
  [/\p{Script=Han}/u, '山川石木花草天地月水火土金'],
  [/\p{Script=Hiragana}/u, 'あいうえおかきくけこさしす'],
  [/\p{Script=Katakana}/u, 'アイウエオカキクケコサシス'],
  [/\p{Script=Devanagari}/u, 'कखगचजतदनपबमर'],
]
const VOWELS = 'aeiou'
const CONSONANTS = 'bdfgklmnprstv'
const CODE = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A letter, a mark on one, a digit, or a run of them. */
const RUN = /[\p{L}\p{M}\p{N}]+/gu
/** Scripts that are written without spaces. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/u
const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[\p{L}\p{M}]+|\p{N}+/gu
const ASIN = /^B0[A-Z0-9]{8}$/
const HAS_DIGIT = /\p{N}/u
const HAS_LETTER = /\p{L}/u
const LETTER = /\p{L}/u
/** Longest phrase that is looked for in a text without spaces. Unit: characters. */
const MAX_PHRASE = 16
/** Longer numbers are ids, phone numbers, postal codes. Unit: digits. */
const MAX_DIGITS = 4
/** Digits of a longer number that stay, so that the order of two prices does. */
const KEPT_DIGITS = 2
/** A mixed run from this length is an id. Unit: characters. */
const MIN_ID = 8

/** Replaces the words of a text by invented ones, the same word by the same one. */
export type InventWords = (text: string) => string

/**
 * Makes a function that replaces what a text says and keeps how it is written: each word by an invented one of the same
 * length, case and script; ASINs by invented ASINs; the end of long numbers by zeros. Words of `known` stay: by them,
 * a page is read.
 */
export function inventWords(known: ReadonlySet<string>): InventWords {
  const replace = (word: string): string => {
    if (known.has(word.toLowerCase())) return word
    if (UNSPACED.test(word)) return replaceUnspaced(word, known)
    if (!HAS_LETTER.test(word)) return replaceNumber(word)
    return Array.from(word, (letter, index) => replaceLetter(letter, seedOf(word) + index * 7, index)).join('')
  }
  return (text) =>
    text.replace(RUN, (run, offset: number) => {
      if (known.has(run.toLowerCase()) || isUnit(run, text, offset)) return run
      if (ASIN.test(run)) return `B0SHLF${codeOf(run, 4)}`
      const isId = run.length >= MIN_ID && HAS_DIGIT.test(run) && HAS_LETTER.test(run) && !UNSPACED.test(run)
      return isId ? replaceId(run) : run.replace(WORDS, replace)
    })
}

/** The words of all texts in data, in lower case, and the phrases themselves. */
export function collectWords(data: unknown, words = new Set<string>()): Set<string> {
  if (typeof data === 'string' || data instanceof RegExp) {
    const text = (typeof data === 'string' ? data : data.source).toLowerCase()
    words.add(text)
    for (const [run] of text.matchAll(RUN)) words.add(run)
    for (const [word] of text.matchAll(WORDS)) words.add(word)
  } else if (typeof data === 'object' && data !== null) {
    for (const [name, value] of Object.entries(data)) {
      collectWords(name, words)
      collectWords(value, words)
    }
  }
  return words
}

/** Longest unit or name of a currency. Unit: characters. */
const MAX_UNIT = 4
const ENDS_AMOUNT = /[\p{N}\p{Sc}]\s?$/u
const BEGINS_AMOUNT = /^\s?[\p{N}\p{Sc}]/u

/** Whether a short word is next to an amount, as a currency is: `CDN$`, `500 EGP`. */
function isUnit(word: string, text: string, offset: number): boolean {
  if (word.length > MAX_UNIT || HAS_DIGIT.test(word)) return false
  const end = offset + word.length
  return ENDS_AMOUNT.test(text.slice(Math.max(0, offset - 2), offset)) || BEGINS_AMOUNT.test(text.slice(end, end + 2))
}

/** A small number that a text always has. */
function seedOf(text: string): number {
  let seed = 7
  for (let index = 0; index < text.length; index++) seed = (seed * 31 + text.charCodeAt(index)) % 999_983
  return seed
}

function pick(letters: string, seed: number): string {
  const all = Array.from(letters)
  return all[seed % all.length] ?? ''
}

/** Another code for each text, as far as the code is long enough. */
function codeOf(text: string, length: number): string {
  const seed = seedOf(text)
  return Array.from({ length }, (_, index) => pick(CODE, Math.floor(seed / CODE.length ** index))).join('')
}

function replaceNumber(digits: string): string {
  return digits.length <= MAX_DIGITS
    ? digits
    : Array.from(digits, (digit, index) => (index < KEPT_DIGITS ? digit : '0')).join('')
}

function replaceId(id: string): string {
  return Array.from(id, (letter, index) => replaceIdLetter(letter, seedOf(id) + index * 11)).join('')
}

function replaceIdLetter(letter: string, seed: number): string {
  if (!LETTER.test(letter)) return String(seed % 10)
  const code = pick('ABCDEFGHJKLMNPQRSTUVWXYZ', seed)
  return letter === letter.toLowerCase() ? code.toLowerCase() : code
}

function replaceLetter(letter: string, seed: number, index: number): string {
  const [, own] = LETTERS.find(([script]) => script.test(letter)) ?? []
  if (own !== undefined) return pick(own, seed)
  if (!LETTER.test(letter)) return ''
  const plain = pick(index % 2 === 0 ? CONSONANTS : VOWELS, seed)
  return letter === letter.toLowerCase() ? plain : plain.toUpperCase()
}

/** Replaces a text without spaces, except for the phrases that are known. */
function replaceUnspaced(text: string, known: ReadonlySet<string>): string {
  let replaced = ''
  for (let at = 0; at < text.length;) {
    const phrase = longestKnown(text, at, known)
    replaced += phrase === '' ? replaceLetter(text[at] ?? '', seedOf(text) + at * 7, at) : phrase
    at += Math.max(phrase.length, 1)
  }
  return replaced
}

function longestKnown(text: string, at: number, known: ReadonlySet<string>): string {
  for (let length = Math.min(MAX_PHRASE, text.length - at); length > 1; length--) {
    const phrase = text.slice(at, at + length)
    if (known.has(phrase)) return phrase
  }
  return ''
}
