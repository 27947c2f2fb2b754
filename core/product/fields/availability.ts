import type { Element } from '../../html/node.ts'
import { readLines } from '../../text/read-text.ts'
import type { OfferRow } from '../offer-rows.ts'
import type { ProductReading } from '../product-reading.ts'

function firstLine(_: string, element: Element): string | null {
  return readLines(element).split('\n')[0] || null
}

/** First line of the availability message of an offer. */
export function readAvailability(reading: ProductReading, offer: OfferRow): string | null {
  for (const candidate of reading.selectors.stock) {
    for (const element of reading.offerElements('stock', [candidate], offer)) {
      const line = firstLine('', element)
      if (line !== null) return line
    }
  }
  return null
}

/** Availability message of the featured offer, else of the page: its first line. */
export function stock(reading: ProductReading): string | null {
  const offer = reading.featuredOffer
  if (offer !== null) return readAvailability(reading, offer)
  return reading.fields.value('stock', reading.selectors.stock, firstLine, { isVisible: true })
}

/**
 * Whether the product can be bought now from the buy box.
 *
 * Absent: only other sellers offer it, or nothing tells.
 */
export function in_stock(reading: ProductReading): boolean | null {
  const { fields, selectors, words } = reading
  if (reading.featuredOffer !== null) return fields.derive('in_stock', 'field: buybox', true)
  if (fields.has('in_stock', selectors.in_stock.unavailable, { isVisible: true })) return false
  const message = reading.get('stock')
  return message !== null && words.saysUnavailable(message) ? fields.derive('in_stock', 'field: stock', false) : null
}

/** Largest number of the featured offer's quantity selector. */
export function max_quantity(reading: ProductReading): number | null {
  const offer = reading.featuredOffer
  if (offer === null) return null
  const values = reading
    .offerElements('max_quantity', reading.selectors.max_quantity, offer)
    .map((option) => Number.parseInt(option.attributeList.get('value') ?? '', 10))
    .filter((value) => value > 0)
  return values.reduce<number | null>((largest, value) => Math.max(largest ?? 0, value), null)
}
