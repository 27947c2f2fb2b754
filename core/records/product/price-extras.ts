import { PRICE_ELEMENTS, readPrice } from '../../field/read-price.ts'
import { parseDiscount, readCoupon } from '../../field/read-coupon.ts'
import { parseRemark, parseUnitPrice } from '../../field/unit-price.ts'
import type { Element } from '../../html/tree/node.ts'
import { readMainPrice } from './main-price.ts'
import { featuredOffer, insideOffer } from './offers.ts'
import { refuseOtherPrice } from './other-prices.ts'
import type { ProductFields } from './reading.ts'

export const priceExtras = {
  /**
   * Subscription price of one delivery.
   *
   * Source: golden/product/com/subscription-row.
   */
  price_sns: (field, reading) =>
    field.value((_, element) => readPrice(element, reading)?.amount ?? null, { isSpoken: true }),

  /**
   * Unit price next to the main price: "($3.01 / 100 Sheets)" is 3.01 and "100 Sheets".
   *
   * Source: golden/product/de/unit-price, golden/product/com/instalments-and-saving.
   */
  price_per_unit: (field, reading) => {
    const offer = reading.once(featuredOffer)
    // Beside the price of another row stands the unit price of that row.
    const isOfOffer = offer !== null && reading.once(readMainPrice).isOtherShown
    const scopes = [{ within: reading.scope, refuse: reading.once(refuseOtherPrice) }]
    const options = isOfOffer ? insideOffer(offer) : { isVisible: true, scopes }
    return field.part('marked').value(parseUnitPrice, options) ?? field.part('remark').value(parseRemark, options)
  },

  /**
   * Text of a coupon for this product, without links to terms.
   *
   * Source: golden/product/es/coupon-and-deal.
   */
  coupon: (field, reading) =>
    field.part('text').value((_, element) => readCoupon(element, field, reading), { isVisible: true }),

  /**
   * What the coupon is worth, and what it needs. Where it says the price that it gives, it is worth the difference.
   *
   * Absent: there is no coupon, or it says no number.
   * Source: golden/product/es/coupon-and-deal.
   */
  coupon_discount: (field, reading) => {
    const coupon = reading.get('coupon')
    if (coupon === null) return null
    const said = parseDiscount(coupon, reading.words)
    const parse = (_: string, element: Element): number | null => readPrice(element, reading)?.amount ?? null
    const lowered = reading.field('coupon').part('lowered').value(parse, PRICE_ELEMENTS)
    if (lowered === null) return field.derive('field: coupon', said)
    const price = reading.get('price') ?? 0
    if (said === null || price <= lowered) return null
    return field.derive('field: price', { ...said, amount: Math.round((price - lowered) * PRECISION) / PRECISION })
  },
} satisfies Partial<ProductFields>

/** Prices have at most three decimals. Differences of binary fractions have more. */
const PRECISION = 1000
