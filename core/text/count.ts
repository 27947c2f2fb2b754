import { clipPhrase } from './clip.ts'
import { foldDigits } from './digits.ts'
import { foldSpace } from './fold-space.ts'
import { foldLabel } from './label.ts'
import { parseDecimal, toNumber } from './number.ts'

/** Multiplier of a folded word after a rounded count: 1,000 for `mil`. Absent: undefined, for other words. */
export type FindMultiplier = (word: string) => number | undefined

/** A number and the word after it. */
const COUNT = /(\d{1,3}(?:[ '\u2019]\d{3})+(?!\d)|\d+(?:[.,]\d+)*)\s?(\p{L}[\p{L}\p{M}]*)?/u
/** Chinese and Japanese multipliers are one character, and a counting word can follow without a space: `5万件`. */
const IDEOGRAPH = /^\p{Script=Han}/u
const SEPARATOR_OR_SPACE = /[.,' \u2019]/g
const GROUPED = /^\d{1,3}(?:[., '\u2019]\d{2,3})*[., '\u2019]\d{3}$|^\d+$/

/**
 * Reads a count: `1,234 ratings` is 1234; `(3K)`, `1,2 mil` and `5万` are
 * 3000, 1200 and 50000.
 *
 * Absent: null, for text without a whole number (`4.7 out of 5`).
 */
export function parseCount(text: string, findMultiplier: FindMultiplier): number | null {
  const match = COUNT.exec(foldSpace(foldDigits(clipPhrase(text))))
  if (match === null) return null
  const [, number = '', word = ''] = match
  const multiplier = findMultiplier(foldLabel(IDEOGRAPH.exec(word)?.[0] ?? word))
  if (multiplier !== undefined) {
    const value = parseDecimal(number)
    return value === null ? null : toNumber(`${Math.round(value * multiplier)}`)
  }
  return GROUPED.test(number) ? toNumber(number.replace(SEPARATOR_OR_SPACE, '')) : null
}
