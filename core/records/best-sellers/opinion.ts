import { refusal } from '../../field/trace.ts'
import { parseCount } from '../../text/count.ts'
import { findNumbers } from '../../text/number.ts'
import { parseRating } from '../../text/rating.ts'
import type { CardFields } from './reading.ts'

const NO_COUNT = refusal('no count')
const ROUNDED = refusal('a rounded count')

/** Digits in groups, and nothing else: "(27K)" is rounded. */
const EXACT = /^[\p{Nd}.,'\u2019\p{Z}()（）]+$/u

export const opinion = {
  /**
   * Average of five, one decimal: from a text, never from the stars, which are drawn in halves.
   *
   * Source: golden/best_sellers/co.jp/scale-before-average.
   */
  rating: (field) => field.value(parseRating),

  /**
   * Exact number of ratings; if the visible one is rounded, that of the label, which says average and scale before it.
   *
   * Source: golden/best_sellers/co.jp/scale-before-average.
   */
  reviews_count: (field, { words }) => {
    const shown = field
      .part('shown')
      .value((text) => (EXACT.test(text) ? (parseCount(text, words.findMultiplier) ?? NO_COUNT) : ROUNDED))
    if (shown !== null) return shown
    return field.part('label').value((text) => {
      const numbers = findNumbers(text)
      return numbers.length < 3 ? NO_COUNT : (parseCount(numbers.at(-1) ?? '', words.findMultiplier) ?? NO_COUNT)
    })
  },

  /**
   * Whether the card has a Prime badge.
   *
   * Source: golden/best_sellers/fr/books.
   */
  is_prime: (field) => field.has({ isVisible: true }),
} satisfies Partial<CardFields>
