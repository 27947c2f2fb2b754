import { parseCount } from '../../text/count.ts'
import { parseRating } from '../../text/rating.ts'
import type { CardReading } from '../card-reading.ts'

/** Average of five, one decimal. */
export function rating({ card, fields, selectors }: CardReading): number | null {
  return fields.value('rating', selectors.rating, parseRating, { scope: card })
}

/** An average whose scale stands first is none of the ratings: "5つ星のうち4.6". */
const AVERAGE = /(?<!\p{N})5\P{N}+[0-5][.,]\p{N}(?!\p{N})/u

/** Exact number of ratings; the visible one can be rounded. */
export function reviews_count({ card, fields, selectors }: CardReading): number | null {
  const parse = (text: string): number | undefined => (AVERAGE.test(text) ? undefined : (parseCount(text) ?? undefined))
  return fields.value('reviews_count', selectors.reviews_count, parse, { scope: card })
}

const NUMBER = /\p{N}/u

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
