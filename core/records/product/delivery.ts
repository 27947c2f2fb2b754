import { decideShipping, findPrices, NO_PRICE } from '../../field/read-shipping.ts'
import { readPrime } from '../../field/read-prime.ts'
import { findPromise, readPromises, type DeliveryPromise } from '../../field/read-promises.ts'
import { Refusal, refusal } from '../../field/trace.ts'
import type { Element } from '../../html/tree/node.ts'
import { findLocation } from '../../place/read-location.ts'
import { featuredOffer, inOffer, type OfferRow } from './offers.ts'
import { refuseMembers } from './other-prices.ts'
import type { ProductFields, ProductReading } from './reading.ts'
import { findUndelivered } from './undelivered.ts'

const NO_PROMISE = refusal('no promise with a date')

const DASH_AT_END = /[-–—]\s*$/

export const delivery = {
  /**
   * Delivery promises of the featured offer: the date as the page marks it, and the words before it.
   *
   * Source: golden/product/com/struck-price-first, golden/product/se/swedish-words, golden/product/com/promise-without-marks-of-2013.
   */
  delivery: (field, reading) => {
    const offer = reading.once(featuredOffer)
    if (offer === null) return []
    const promises = new Map<string, DeliveryPromise>()
    for (const promise of findPromises(offer, reading).flatMap((element) => readPromises(element, field, reading))) {
      const key = JSON.stringify(promise)
      if (!promises.has(key)) promises.set(key, promise)
    }
    if (promises.size > 0) return [...promises.values()]
    return (
      field.part('line').value(
        (line) => {
          const promise = findPromise(line, reading)
          return promise === null ? NO_PROMISE : [promise]
        },
        inOffer(offer, reading),
      ) ?? []
    )
  },

  /**
   * Shipping of the featured offer's standard delivery, without a deposit for import fees.
   *
   * Unit: major units of `currency`; 0 when free.
   * Absent: the page does not say, or ties it to a condition.
   * Source: golden/product/com/price-block-2019, golden/product/se/free-in-one-word, golden/product/com/shipping-with-deposit.
   */
  price_shipping: (field, reading) => {
    const offer = reading.once(featuredOffer)
    if (offer === null) return null
    const visible = inOffer(offer, reading)
    // The page shows it when the visitor asks for details.
    const itemized = field
      .part('breakdown')
      .value((text) => findPrices(text, reading.words)[0] ?? NO_PRICE, { ...visible, isVisible: false })
    if (itemized !== null) return itemized
    const decision = decideShipping(field, reading, visible)
    return decision instanceof Refusal ? null : decision
  },

  /**
   * A Prime badge, or a delivery promise with Prime, of this product's offer; an invitation to join, and a price for members, do not count.
   *
   * Source: golden/product/it/decimal-comma, golden/product/ae/prime-is-a-word.
   */
  is_prime: (field, reading) => {
    const options = { scopes: [{ within: reading.scope, refuse: reading.once(refuseMembers) }], isVisible: true }
    return readPrime(field, reading, { badges: options, promises: options })
  },

  /**
   * Place that the page was priced for, as the header shows it.
   *
   * Source: golden/product/com/mobile-page, golden/product/com/visitor-named-before-place.
   */
  delivery_location: (field, reading) => {
    const first = field.part('first_line').text()
    const second = field.part('second_line').text()
    const location = findLocation({ first, second }, reading.site)
    if (location !== null) return location
    // The buy box can repeat the location after words of its own: "Livrer à Lyon"; but "Lyon - Choisir un lieu" ends in a control.
    const repeated = field.part('buybox').text()
    if (second === null || repeated === null || repeated === second || !repeated.endsWith(second)) return null
    return DASH_AT_END.test(repeated.slice(0, -second.length)) ? null : second
  },

  /**
   * Whether the product is sent to the place that the page was priced for: a promise or a fee for it says so.
   *
   * Absent: the page does not say.
   * Source: golden/product/com/not-delivered-here, golden/product/de/not-delivered-with-button.
   */
  is_deliverable: (field, reading) => {
    if (reading.once(findUndelivered) !== null) return false
    if (reading.get('delivery').length > 0) return field.derive('field: delivery', true)
    return reading.get('price_shipping') === null ? null : field.derive('field: price_shipping', true)
  },
} satisfies Partial<ProductFields>

/** Elements of the first candidate that gives a promise. */
function findPromises(offer: OfferRow, reading: ProductReading): readonly Element[] {
  const options = inOffer(offer, reading)
  const field = reading.field('delivery')
  for (const candidate of field.part('promise').eachCandidate()) {
    const promise = candidate.value((_, element) => readPromises(element, field, reading)[0] ?? NO_PROMISE, options)
    if (promise !== null) return candidate.elements(options)
  }
  return []
}
