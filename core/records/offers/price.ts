import { readCoupon } from '../../field/read-coupon.ts'
import { readDiscount, readStruckPrice } from '../../field/read-discount.ts'
import { PRICE_ELEMENTS, readPrice } from '../../field/read-price.ts'
import { decideShipping, NO_PRICE } from '../../field/read-shipping.ts'
import { parseUnitPrice } from '../../field/unit-price.ts'
import { Refusal, refusal } from '../../field/trace.ts'
import type { Element } from '../../html/tree/node.ts'
import { findAncestor } from '../../html/tree/walk.ts'
import type { Money } from '../../text/money.ts'
import type { OfferFields, OfferReading } from './reading.ts'

const SUBSCRIPTION = refusal('price of a subscription')

export const price = {
  /**
   * Price of one unit, bought once.
   *
   * Unit: major units of `currency`.
   * Absent: only the cart shows it.
   * Source: golden/offers/com/panel-of-2025, golden/offers/com/price-in-cart.
   */
  price: (_, reading) => reading.once(readOwnPrice)?.amount ?? null,

  /**
   * Struck price next to the price, with any label.
   *
   * Source: golden/offers/com/panel-of-2025.
   */
  price_strikethrough: (field, reading) => {
    const current = reading.get('price')
    return current === null ? null : readStruckPrice(field, reading, { price: current })
  },

  /**
   * Saving that the offer shows next to a struck price; else computed from the two prices.
   *
   * Source: golden/offers/com/panel-of-2025.
   */
  discount_percentage: (field, reading) =>
    readDiscount(field, { price: reading.get('price'), struck: reading.get('price_strikethrough') }),

  /**
   * Price of a unit next to the price.
   *
   * Source: golden/offers/de/used-and-renewed.
   */
  price_per_unit: (field) => field.value(parseUnitPrice, { isVisible: true }),

  /**
   * Currency of the price, else of the marketplace.
   *
   * Source: golden/offers/in/listing-of-2017.
   */
  currency: (field, reading) => {
    const own = reading.once(readOwnPrice)?.currency ?? null
    return own === null ? field.derive('marketplace', reading.marketplace.currency) : field.derive('field: price', own)
  },

  /**
   * Shipping of the standard delivery: the first statement about its price decides, also if it says that the price depends.
   *
   * Absent: the offer does not say, or ties it to a condition.
   * Source: golden/offers/com/panel-of-2025, golden/offers/in/listing-of-2017.
   */
  price_shipping: (field, reading) => {
    const stated = field
      .part('amount')
      .value((_, element) => readPrice(element, reading)?.amount ?? NO_PRICE, PRICE_ELEMENTS)
    if (stated !== null) return stated
    const decision = decideShipping(field, reading, VISIBLE)
    return decision instanceof Refusal ? null : decision
  },

  /**
   * Sum of price and shipping.
   *
   * Source: golden/offers/com/panel-of-2025.
   */
  price_total: (field, reading) => {
    const own = reading.get('price')
    const shipping = reading.get('price_shipping')
    if (own === null || shipping === null) return null
    return field.derive('field: price_shipping', Math.round((own + shipping) * PRECISION) / PRECISION)
  },

  /**
   * Text of a coupon for the offer, without links to terms.
   *
   * Source: golden/offers/es/coupon-and-prime-badge.
   */
  coupon: (field, reading) => field.part('text').value((_, element) => readCoupon(element, field, reading), VISIBLE),
} satisfies Partial<OfferFields>

const VISIBLE = { isVisible: true } as const
/** Prices have at most three decimals. Sums of binary fractions have more. */
const PRECISION = 1000

function readOwnPrice(reading: OfferReading): Money | null {
  const field = reading.field('price')
  const isSubscription = field.part('subscription').matches
  const parse = (_: string, element: Element): Money | Refusal | null => {
    const isOne = isSubscription(element) || findAncestor(element, isSubscription, reading.scope) !== null
    return isOne ? SUBSCRIPTION : readPrice(element, reading)
  }
  return field.part('shown').value(parse, PRICE_ELEMENTS)
}
