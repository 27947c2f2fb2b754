import { foldDigits } from '../../text/digits.ts'
import { toNumber } from '../../text/number.ts'
import type { PanelReading } from './panel.ts'

/** "1-48 of over 10,000 results", "検索結果 435 のうち 1-48件". */
const RANGE = /(?<![\p{L}\p{N}.,-])(\p{N}[\p{N}.,]*)\s?[-–—~～]\s?(\p{N}[\p{N}.,]*)(?![\p{N}-])/u
const NOT_A_DIGIT = /\D/g
/** What was searched for: it can have ranges of its own. */
const QUOTED = /"[^"]*"|„[^“”]*[“”]|“[^”]*”|«[^»]*»|「[^」]*」/g

/** The page's own words about the results that it shows: "1-48 of over 10,000 results". Absent: null, it has none. */
export function readResultRange(reading: PanelReading): string | null {
  for (const candidate of reading.field('result_range').candidates) {
    const element = candidate.selectFirst(reading.page)
    const words = element === null ? '' : reading.text.read(element)
    if (words === '') continue
    reading.trace.credit('result_range', candidate.source, words)
    return words
  }
  return null
}

/** Number of the results that a page says it shows: 48 for "1-48 of ...". Absent: null, it does not say, as a page that shows all. */
export function countResults(words: string): number | null {
  const [, first = '', last = ''] = RANGE.exec(foldDigits(words.replace(QUOTED, ' '))) ?? []
  const [from, to] = [readPosition(first), readPosition(last)]
  return from > 0 && from <= to ? to - from + 1 : null
}

/** Points and commas group digits. */
function readPosition(digits: string): number {
  return toNumber(digits.replace(NOT_A_DIGIT, '')) ?? 0
}
