import { toNumber } from '../../text/number.ts'
import { featuredOffer, inOffer, type OfferRow } from './offers.ts'
import type { ProductFields, ProductReading } from './reading.ts'

export const availability = {
  /**
   * First line of the availability message of the featured offer, else of the page.
   *
   * Source: golden/product/co.jp/stock-and-its-explanation.
   */
  stock: (field, reading) => {
    const offer = reading.once(featuredOffer)
    if (offer !== null) return reading.onceFor(offer, readAvailability)
    return field.value((_, element) => firstLine(reading.text.readLines(element)), { isVisible: true })
  },

  /**
   * Whether the buy box can sell the product now.
   *
   * Absent: only other sellers offer it, or the page does not say.
   * Source: golden/product/com.au/out-of-stock.
   */
  in_stock: (field, reading) => {
    if (reading.once(featuredOffer) !== null) return field.derive('field: buybox', true)
    if (field.part('unavailable').has({ isVisible: true })) return false
    const message = reading.get('stock')
    return message !== null && reading.words.saysUnavailable(message) ? field.derive('field: stock', false) : null
  },

  /**
   * Largest number in the quantity selector of the featured offer.
   *
   * Source: golden/product/com/struck-price-first.
   */
  max_quantity: (field, reading) => {
    const offer = reading.once(featuredOffer)
    if (offer === null) return null
    const quantities = field
      .elements(inOffer(offer, reading))
      .map((option) => toNumber(DIGITS_AT_START.exec(option.attributeList.get('value') ?? '')?.[0] ?? '') ?? 0)
      .filter((quantity) => quantity > 0)
    return quantities.reduce<number | null>((largest, quantity) => Math.max(largest ?? 0, quantity), null)
  },
} satisfies Partial<ProductFields>

/** "6+" is 6. */
const DIGITS_AT_START = /^\s*\d+/

/** First line of the availability message of an offer. */
export function readAvailability(offer: OfferRow, reading: ProductReading): string | null {
  const { text } = reading
  return reading.field('stock').value((_, element) => firstLine(text.readLines(element)), inOffer(offer, reading))
}

function firstLine(lines: string): string | null {
  return lines.split('\n')[0] || null
}
