import { clipPhrase } from './clip.ts'
import { foldDigits } from './digits.ts'
import { foldLabel } from './label.ts'

const YEAR_FIRST = /(\d{4})\s*[年년./-]\s*(\d{1,2})\s*[月월./-]\s*(\d{1,2})/
const DAY_FIRST = /(\d{1,2})[./-](\d{1,2})[./-](\d{4})/
const YEAR = /(?<!\d)(?:19|20)\d{2}(?!\d)/
const DAY = /(?<!\d)\d{1,2}(?!\d)/
const WORD = /\p{L}[\p{L}\p{M}]*/gu

/** Number of the month (1 to 12) with a folded name. Absent: undefined. */
export type FindMonth = (word: string) => number | undefined

/**
 * Parses a printed date to ISO 8601 (`2024-12-05`).
 *
 * Absent: null, for text without a complete date.
 */
export function parseDate(text: string, findMonth: FindMonth, isMonthFirst: boolean): string | null {
  const plain = foldDigits(clipPhrase(text))
  const yearFirst = YEAR_FIRST.exec(plain)
  if (yearFirst) return toIsoDate(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]))

  const dayFirst = DAY_FIRST.exec(plain)
  if (dayFirst) {
    const [first, second, year] = [Number(dayFirst[1]), Number(dayFirst[2]), Number(dayFirst[3])]
    const monthFirst = second > 12 || (isMonthFirst && first <= 12)
    return monthFirst ? toIsoDate(year, first, second) : toIsoDate(year, second, first)
  }

  const year = YEAR.exec(plain)?.[0]
  const day = year === undefined ? null : DAY.exec(plain)
  if (year === undefined || day === null) return null
  const month = findNearestMonth(plain, day.index, findMonth)
  return month === null ? null : toIsoDate(Number(year), month, Number(day[0]))
}

/** The month whose name is nearest to the day: other words of the text can be names of months in another language. */
function findNearestMonth(text: string, dayIndex: number, findMonth: FindMonth): number | null {
  let nearest: number | null = null
  let shortest = Infinity
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const distance = index < dayIndex ? dayIndex - index - word.length : index - dayIndex
    if (distance >= shortest) continue
    const month = findMonth(foldLabel(word))
    if (month === undefined) continue
    nearest = month
    shortest = distance
  }
  return nearest
}

function toIsoDate(year: number, month: number, day: number): string | null {
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= 31
  return isDate ? `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` : null
}
