import { refusal, type Refusal } from '../../field/trace.ts'
import { parseCount } from '../../text/count.ts'
import { findNumbers, parseDecimal } from '../../text/number.ts'
import { parseRating, SCALE } from '../../text/rating.ts'
import type { CardFields } from './reading.ts'

const AVERAGE = refusal('an average, not a count')
const NO_COUNT = refusal('no count')
const VIEWS = refusal('counts views')

/** "50+", "1K+" */
const AT_LEAST = /\p{N}\p{L}?\+/u

export const opinion = {
  /**
   * Average of five, one decimal.
   *
   * Source: golden/search/com.tr/rating-scale-first.
   */
  rating: (field) => field.value(parseRating),

  /**
   * Exact number of ratings; the visible one can be rounded.
   *
   * Source: golden/search/com/count-rounded-and-exact.
   */
  reviews_count: (field, { words }) =>
    field.value((text) => (isAverage(text) ? AVERAGE : (parseCount(text, words.findMultiplier) ?? NO_COUNT))),

  /**
   * "50+ bought in past month", verbatim.
   *
   * Source: golden/search/com/rent-or-buy, golden/search/com/digital-and-unrated-cards.
   */
  sales_volume: (field, { words }) => {
    const parse = (text: string): string | Refusal => {
      if (!words.saysHowMany(text)) return NO_COUNT
      return words.says('viewed', text) ? VIEWS : text
    }
    const options = { isVisible: true }
    const note = field.part('note').value(parse, options)
    return note ?? field.part('alone').value((text) => (AT_LEAST.test(text) ? parse(text) : NO_COUNT), options)
  },

  /**
   * The marketplace's-choice badge, in any language.
   *
   * Source: golden/search/com/badges-of-2026.
   */
  is_marketplace_choice: (field) => field.has({ isVisible: true }),

  /**
   * The best-seller badge, in any language.
   *
   * Source: golden/search/com/badges-of-2026.
   */
  best_seller: (field) => field.has({ isVisible: true }),
} satisfies Partial<CardFields>

/** An average says how many of five stars, in any order: "5つ星のうち4.6", "5 out of 5 stars". */
function isAverage(text: string): boolean {
  const numbers = findNumbers(text).map(parseDecimal)
  return (
    numbers.length === 2 && numbers.includes(SCALE) && numbers.every((number) => number !== null && number <= SCALE)
  )
}
