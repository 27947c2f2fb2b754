import { clipPhrase } from './clip.ts'
import { foldDigits } from './digits.ts'
import { foldSpace } from './fold-space.ts'
import { foldLabel } from './label.ts'
import { parseDecimal, toNumber } from './number.ts'

/** Words behind a rounded count, in all languages of the marketplaces. */
const MULTIPLIERS: ReadonlyMap<string, number> = foldKeys({
  k: 1e3,
  mil: 1e3,
  tsd: 1e3,
  tys: 1e3,
  mila: 1e3,
  bin: 1e3,
  b: 1e3,
  tn: 1e3,
  ألف: 1e3,
  آلاف: 1e3,
  हज़ार: 1e3,
  千: 1e3,
  万: 1e4,
  萬: 1e4,
  lakh: 1e5,
  लाख: 1e5,
  m: 1e6,
  mn: 1e6,
  mio: 1e6,
  mln: 1e6,
  mi: 1e6,
  مليون: 1e6,
  करोड़: 1e7,
  億: 1e8,
  亿: 1e8,
})

function foldKeys(entries: Readonly<Record<string, number>>): ReadonlyMap<string, number> {
  return new Map(Object.entries(entries).map(([word, multiplier]) => [foldLabel(word), multiplier]))
}

/** A number and the word behind it; 万 and the like are words of one letter, whatever follows. */
const COUNT = /(\d{1,3}(?:[ '\u2019]\d{3})+(?!\d)|\d+(?:[.,]\d+)*)\s?([千万萬億亿]|\p{L}[\p{L}\p{M}]*)?/u
const SEPARATOR_OR_BLANK = /[.,' \u2019]/g
const GROUPED = /^\d{1,3}(?:[., '\u2019]\d{2,3})*[., '\u2019]\d{3}$|^\d+$/

/**
 * Reads how many: `1,234 ratings` is 1234, `(3K)` and `1,2 mil` and `5万` are
 * 3000, 1200 and 50000.
 *
 * Absent: null for text without a whole number (`4.7 out of 5`).
 */
export function parseCount(text: string): number | null {
  const match = COUNT.exec(foldSpace(foldDigits(clipPhrase(text))))
  if (match === null) return null
  const [, number = '', word] = match
  const multiplier = word === undefined ? undefined : MULTIPLIERS.get(foldLabel(word))
  if (multiplier !== undefined) {
    const value = parseDecimal(number)
    return value === null ? null : toNumber(`${Math.round(value * multiplier)}`)
  }
  return GROUPED.test(number) ? toNumber(number.replace(SEPARATOR_OR_BLANK, '')) : null
}
