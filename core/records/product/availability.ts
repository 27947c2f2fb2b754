import type { ReadOptions } from '../../field/field-reader.ts'
import type { Element } from '../../html/tree/node.ts'
import { foldDigits } from '../../text/digits.ts'
import { toNumber } from '../../text/number.ts'
import { featuredOffer, inFeaturedOffer, inOffer, type OfferRow } from './offers.ts'
import type { ProductFields, ProductReading } from './reading.ts'

export const availability = {
  /**
   * First line of the availability message of the featured offer, else of the page.
   *
   * Source: golden/product/co.jp/stock-and-its-explanation.
   */
  stock: (_, reading) => {
    const offer = reading.once(featuredOffer)
    return offer === null
      ? readFirstLine(reading, reading.once(inFeaturedOffer))
      : reading.onceFor(offer, readAvailability)
  },

  /**
   * Whether the buy box can sell the product now.
   *
   * Absent: a choice must be made first, the product is not delivered to the
   * place, only other sellers offer it, or the page does not say.
   * Source: golden/product/com.au/out-of-stock, golden/product/de/greyed-out, golden/product/com/only-other-sellers.
   */
  in_stock: (field, reading) => {
    if (reading.get('is_deliverable') === false) return null
    if (reading.once(featuredOffer) !== null) return field.derive('field: buybox', true)
    if (field.part('others').has({ isVisible: true })) return null
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
      .map(
        (option) =>
          parseQuantity(reading.text.read(option)) ?? parseQuantity(option.attributeList.get('value') ?? '') ?? 0,
      )
      .filter((quantity) => quantity > 0)
    return quantities.reduce<number | null>((largest, quantity) => Math.max(largest ?? 0, quantity), null)
  },
} satisfies Partial<ProductFields>

/** A number at the start: "6+" is 6. Absent: null. */
function parseQuantity(text: string): number | null {
  const [digits] = DIGITS_AT_START.exec(foldDigits(text).trim()) ?? []
  return digits === undefined ? null : toNumber(digits)
}

const DIGITS_AT_START = /^\d+/

/** First line of the availability message of an offer. */
export function readAvailability(offer: OfferRow, reading: ProductReading): string | null {
  return readFirstLine(reading, inOffer(offer, reading))
}

function readFirstLine(reading: ProductReading, options: ReadOptions): string | null {
  const parse = (_: string, element: Element): string | null => reading.text.readLines(element).split('\n')[0] || null
  return reading.field('stock').value(parse, options)
}
