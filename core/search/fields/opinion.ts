import { parseCount } from '../../text/count.ts'
import { parseRating } from '../../text/rating.ts'
import type { CardReading } from '../card-reading.ts'

/** Average of five, one decimal. */
export function rating({ card, fields, selectors }: CardReading): number | null {
  return fields.value('rating', selectors.rating, parseRating, { scope: card })
}

/** Exact number of ratings; the visible one can be rounded. */
export function reviews_count({ card, fields, selectors }: CardReading): number | null {
  return fields.value('reviews_count', selectors.reviews_count, (text) => parseCount(text) ?? undefined, {
    scope: card,
  })
}

const NUMBER = /\p{N}/u

/** "50+ bought in past month", verbatim; other notes in its place hold no number. */
export function sales_volume({ card, fields, selectors }: CardReading): string | null {
  const parse = (text: string): string | undefined => (NUMBER.test(text) ? text : undefined)
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
