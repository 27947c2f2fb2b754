import { parseOfferCount } from '../../text/amounts.ts'
import type { CardReading } from '../card-reading.ts'

/** A Prime badge stands on the card. */
export function is_prime({ card, fields, selectors }: CardReading): boolean {
  return fields.has('is_prime', selectors.is_prime, { scope: card, isVisible: true })
}

/** Number of offers that the card announces for its first format. */
export function pricing_count({ card, fields, selectors }: CardReading): number | null {
  return fields.value('pricing_count', selectors.pricing_count, (text) => parseOfferCount(text) ?? undefined, {
    scope: card,
    isVisible: true,
  })
}
