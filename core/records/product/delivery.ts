import type { Element } from '../../html/tree/node.ts'
import type { Words } from '../../marketplace/words.ts'
import { Refusal, refusal } from '../../field/trace.ts'
import type { Delivery } from './parts.ts'
import { readPromises } from './promises.ts'
import { findAmounts } from '../../text/amounts.ts'
import { parseMoney } from '../../text/money.ts'
import { findLocation } from '../../place/read-location.ts'
import { featuredOffer, inOffer, type OfferRow } from './offers.ts'
import type { ProductFields, ProductReading } from './reading.ts'

const NO_PROMISE = refusal('no promise with a date')
const NO_PRICE = refusal('no price')
const SEVERAL_PRICES = refusal('several prices')
const DECIDED_BEFORE = refusal('an earlier promise decides')
const TIED_TO_A_CONDITION = refusal('tied to a condition')
const NO_PRIME = refusal('does not name the membership')

const DASH_AT_END = /[-–—]\s*$/

export const delivery = {
  /**
   * Delivery promises of the featured offer: the date as the page marks it, and the words before it.
   *
   * Source: golden/product/com/struck-price-first, golden/product/se/swedish-words.
   */
  delivery: (field, reading) => {
    const offer = reading.once(featuredOffer)
    if (offer === null) return []
    const promises = new Map<string, Delivery>()
    for (const promise of findPromises(offer, reading).flatMap((element) => readPromises(element, reading))) {
      const key = JSON.stringify(promise)
      if (!promises.has(key)) promises.set(key, promise)
    }
    return [...promises.values()]
  },

  /**
   * Shipping of the featured offer's standard delivery.
   *
   * Unit: major units of `currency`; 0 when free.
   * Absent: the page does not say, or ties it to a condition.
   * Source: golden/product/com/price-block-2019, golden/product/se/free-in-one-word.
   */
  price_shipping: (field, reading) => {
    const offer = reading.once(featuredOffer)
    if (offer === null) return null
    // The first promise that says something about its price decides, also if it says that the price depends.
    let decision: number | Refusal = NO_PRICE
    field.part('promise').value(
      (_, element) => {
        if (decision !== NO_PRICE) return DECIDED_BEFORE
        return (decision = readShipping(element, reading))
      },
      inOffer(offer, reading),
    )
    if (decision !== NO_PRICE) return decision instanceof Refusal ? null : decision
    return field.part('breakdown').value((text) => findPrices(text, reading.words)[0] ?? NO_PRICE)
  },

  /**
   * A Prime badge, or a delivery promise with Prime, of this product's offer; an invitation to join does not count.
   *
   * Source: golden/product/it/decimal-comma, golden/product/ae/prime-is-a-word.
   */
  is_prime: (field, reading) => {
    const { words, text } = reading
    if (field.part('badge').has({ isVisible: true })) return true
    const skip = field.part('sign_up').matches
    const promised = field
      .part('promise')
      .value((_, element) => (words.saysPrime(text.read(element, { skip })) ? true : NO_PRIME), { isVisible: true })
    return promised ?? false
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
} satisfies Partial<ProductFields>

/** Elements of the first candidate that gives a promise. */
function findPromises(offer: OfferRow, reading: ProductReading): readonly Element[] {
  const options = inOffer(offer, reading)
  for (const candidate of reading.field('delivery').part('promise').eachCandidate()) {
    const promise = candidate.value((_, element) => readPromises(element, reading)[0] ?? NO_PROMISE, options)
    if (promise !== null) return candidate.elements(options)
  }
  return []
}

/** Price of a promise. */
function readShipping(element: Element, reading: ProductReading): number | Refusal {
  const { words, text: pageText } = reading
  const field = reading.field('price_shipping')
  const stated = field.part('stated_price').ownText(element)
  if (stated) {
    if (field.part('stated_condition').ownText(element)) return TIED_TO_A_CONDITION
    if (words.offer.saysThreshold(stated)) return TIED_TO_A_CONDITION
    // "FRI" alone could be a day; with the words after it ("FRI leverans"), it is free.
    if (words.says('free', stated)) return 0
    return parseMoney(stated)?.amount ?? (words.says('free', pageText.read(element)) ? 0 : NO_PRICE)
  }
  if (stated !== null) return NO_PRICE
  const text = pageText.read(element, { skip: field.part('faster').matches })
  const [price, ...others] = findPrices(text, words)
  // "FREE Shipping on orders over $35": the free shipping is tied to the amount.
  if (words.says('free', text)) return price === undefined && !words.offer.saysThreshold(text) ? 0 : TIED_TO_A_CONDITION
  if (price === undefined) return NO_PRICE
  if (words.offer.saysThreshold(text)) return TIED_TO_A_CONDITION
  return others.length === 0 ? price : SEVERAL_PRICES
}

function findPrices(text: string, words: Words): number[] {
  return findAmounts(text, words.isOrdinal)
    .filter(({ isMoney }) => isMoney)
    .map(({ value }) => value)
}
