import { parseCount } from '../../text/count.ts'
import { findNumbers, parseDecimal } from '../../text/number.ts'
import { parseRating, SCALE } from '../../text/rating.ts'
import type { CardReading } from '../card-reading.ts'

/** Average of five, one decimal. */
export function rating({ card, fields, selectors }: CardReading): number | null {
  return fields.value('rating', selectors.rating, parseRating, { scope: card })
}

/** An average says how many stars there are of five, in any order: "5つ星のうち4.6", "5 out of 5 stars". */
function isAverage(text: string): boolean {
  const numbers = findNumbers(text).map(parseDecimal)
  return (
    numbers.length === 2 && numbers.includes(SCALE) && numbers.every((number) => number !== null && number <= SCALE)
  )
}

/** Exact number of ratings; the visible one can be rounded. */
export function reviews_count({ card, fields, selectors }: CardReading): number | null {
  const parse = (text: string): number | undefined => (isAverage(text) ? undefined : (parseCount(text) ?? undefined))
  return fields.value('reviews_count', selectors.reviews_count, parse, { scope: card })
}

/** A number that is not that of the months: "過去1か月で". */
const NUMBER = /(?<!過去\s?)\p{N}/u

/** "50+ bought in past month", verbatim; other notes in its place hold no number, or say how many have looked. */
export function sales_volume({ card, fields, selectors, marketplace }: CardReading): string | null {
  const parse = (text: string): string | undefined =>
    NUMBER.test(text) && !marketplace.words.saysViewed(text) ? text : undefined
  return fields.value('sales_volume', selectors.sales_volume, parse, { scope: card, isVisible: true })
}

/** The marketplace's-choice badge, in any language. */
export function is_marketplace_choice({ card, fields, selectors }: CardReading): boolean {
  return fields.has('is_marketplace_choice', selectors.is_marketplace_choice, { scope: card, isVisible: true })
}

/** The best-seller badge, in any language. */
export function best_seller({ card, fields, selectors }: CardReading): boolean {
  return fields.has('best_seller', selectors.best_seller, { scope: card, isVisible: true })
}
