import { clipPhrase } from '../text/clip.ts'
import { foldSpace } from '../text/fold-space.ts'
import { foldLabel } from '../text/label.ts'
import type { Language } from './language.ts'

const WORD_OR_NUMBER = /[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*|\p{N}+/gu
const DAY_OR_YEAR = /^\p{N}{1,4}$/u
/** Longer names of months are not abbreviations: a point after one ends the sentence. */
const MAX_SHORT_MONTH = 4
/** After a number, a point is no end: "24. Dez." */
const SENTENCE_END = /[.!?。]\s/u
/** A sign that is not part of a date, such as that of a currency. */
const SIGN = /[^\s\p{L}\p{M}.,/()–—-]/u
/** Most letters of a word between the parts of a date: "de", "al", "and". */
const MAX_BETWEEN = 3

/** Words of dates, of all languages. */
export class DateWords {
  private readonly months = new Map<string, number>()
  private readonly weekdays: ReadonlySet<string>

  constructor(languages: readonly Language[]) {
    this.weekdays = new Set(languages.flatMap(({ days }) => days.map(foldLabel)))
    for (const { months } of languages) {
      months.forEach((names, index) => names.forEach((name) => this.months.set(foldLabel(name), index + 1)))
    }
  }

  /** Number of the month (1 to 12) with a folded name. Absent: undefined. */
  readonly findMonth = (word: string): number | undefined => this.months.get(word)

  /** Offset of the date in a text: at a weekday, a month or a number. Absent: -1. */
  find(text: string): number {
    for (const { 0: word, index } of clipPhrase(text).matchAll(WORD_OR_NUMBER)) {
      if (this.isPart(foldLabel(word))) return index
    }
    return -1
  }

  /**
   * The date at the start of a text, up to the first other word: "Dec. 24 - 31 when you choose Standard",
   * "martes 8 de septiembre". Absent: "".
   */
  cut(text: string): string {
    const phrase = foldSpace(clipPhrase(text))
    let end = 0
    let isBetween = false
    let isNumber = false
    for (const { 0: word, index } of phrase.matchAll(WORD_OR_NUMBER)) {
      const token = foldLabel(word)
      const gap = phrase.slice(end, index)
      if (end > 0 && (SIGN.test(gap) || (!isNumber && SENTENCE_END.test(gap)))) break
      if (!this.isPart(token)) {
        if (isBetween || word.length > MAX_BETWEEN) break
        isBetween = true
        continue
      }
      isBetween = false
      isNumber = DAY_OR_YEAR.test(token)
      end = index + word.length
      if (this.isShortened(word, token) && phrase[end] === '.') end++
    }
    const date = phrase.slice(0, end)
    return this.isNamed(date) ? date : ''
  }

  /** Whether a text is a date, and the time of a day at most: "Tomorrow 10 AM - 2 PM". */
  isDate(text: string): boolean {
    const tokens = tokensOf(text)
    return this.isNamed(text) && tokens.every((token) => this.isPart(token) || token.length <= MAX_BETWEEN)
  }

  /** Whether a text names a weekday, or a month next to a number. */
  isNamed(text: string): boolean {
    return this.hasMonth(text) || tokensOf(text).some((token) => this.weekdays.has(token))
  }

  /** Whether a text names a weekday, and a month next to a number. One alone can be another word: "may", "out" of 5. */
  hasFullDay(text: string): boolean {
    return this.hasMonth(text) && tokensOf(text).some((token) => this.weekdays.has(token))
  }

  private hasMonth(text: string): boolean {
    const tokens = tokensOf(text)
    const isNumber = (token = ''): boolean => DAY_OR_YEAR.test(token)
    return tokens.some((token, at) => this.months.has(token) && (isNumber(tokens[at - 1]) || isNumber(tokens[at + 1])))
  }

  private isShortened(word: string, token: string): boolean {
    return this.months.has(token) && word.length <= MAX_SHORT_MONTH
  }

  private isPart(token: string): boolean {
    return DAY_OR_YEAR.test(token) || this.weekdays.has(token) || this.months.has(token)
  }
}

function tokensOf(text: string): string[] {
  return Array.from(clipPhrase(text).matchAll(WORD_OR_NUMBER), ([word]) => foldLabel(word))
}
