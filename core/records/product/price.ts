import { readDiscount, readSpokenSaving, readStruckPrice } from '../../field/read-discount.ts'
import { PRICE_ELEMENTS, readPrice } from '../../field/read-price.ts'
import { refusal, type Refusal } from '../../field/trace.ts'
import type { Element } from '../../html/tree/node.ts'
import { remember } from '../../html/tree/remember.ts'
import { parentElement } from '../../html/tree/walk.ts'
import { findCurrency } from '../../text/currency.ts'
import type { MoneyRange } from '../../text/money.ts'
import { featuredOffer, inOffer, insideOffer, type OfferRow } from './offers.ts'
import type { ProductFields, ProductReading } from './reading.ts'

const SUBSCRIPTION = refusal('price of a subscription')
const NO_CURRENCY = refusal('names no currency')
const NOT_FREE = refusal('does not say free')

export const price = {
  /**
   * Current price of one unit of the product, new, bought once.
   *
   * Unit: major units of `currency`.
   * Absent: no price is shown, or only a used one.
   * Source: golden/product/com/struck-price-first, golden/product/com/subscription-chosen, golden/product/pl/price-of-used-beside-new, golden/product/com/app-behind-sign-in.
   */
  price: (_, reading) => reading.once(readMainPrice)?.amount ?? null,

  /**
   * Upper end of the main price, if it is a range.
   *
   * Source: golden/product/com/price-range.
   */
  price_upper: (field, reading) => field.derive('field: price', reading.once(readMainPrice)?.upper ?? null),

  /**
   * Price of the featured offer; also where the box has a price and can't deliver to the visitor's location.
   *
   * Source: golden/product/com/used-offer-only, golden/product/com/empty-core-price.
   */
  price_buybox: (field, reading) => {
    const offer = reading.once(featuredOffer)
    if (offer === null) return field.derive('field: price', reading.once(readUndeliverablePrice)?.amount ?? null)
    const own = reading.onceFor(offer, readOfferPrice)
    return own?.amount ?? field.derive('field: price', reading.get('price'))
  },

  /**
   * Price for members, in a row of the buy box of its own.
   *
   * Unit: major units of `currency`.
   * Absent: members pay what everybody pays.
   * Source: golden/product/com/members-price.
   */
  price_prime: (field, reading) =>
    field.value((_, element) => readPrice(element, reading)?.amount ?? null, PRICE_ELEMENTS),

  /**
   * Currency of the price; else of the featured offer; else, if neither is
   * shown, of other offers; else of the marketplace.
   *
   * Source: golden/product/co.jp/euro-price, golden/product/ca/dollars-of-canada.
   */
  currency: (field, reading) => {
    const ofPrice = reading.once(readMainPrice)?.currency ?? null
    if (ofPrice !== null) return field.derive('field: price', ofPrice)
    const offer = reading.once(featuredOffer)
    const ofOffer = offer === null ? null : (reading.onceFor(offer, readOfferPrice)?.currency ?? null)
    if (ofOffer !== null) return field.derive('field: price_buybox', ofOffer)
    // A sign shared by several currencies means the marketplace's own, even if other offers name another.
    const isShown = reading.get('price') !== null || reading.get('price_buybox') !== null
    const ofOthers = isShown ? null : field.value((text) => findCurrency(text) ?? NO_CURRENCY, { isVisible: true })
    return ofOthers ?? field.derive('marketplace', reading.marketplace.currency)
  },

  /**
   * Struck price next to the main price, with any label.
   *
   * Unit: major units of `currency`.
   * Absent: no struck price, or one that is not above `price`.
   * Source: golden/product/com/struck-price-first, golden/product/com/discounted-price.
   */
  price_strikethrough: (field, reading) => {
    const current = reading.get('price')
    if (current === null) return null
    return readStruckPrice(field, reading, { price: current, refuse: reading.once(refuseSubscription) })
  },

  /**
   * Saving that the page shows next to a struck price; else computed from the two prices; else the one that it
   * says to screen readers with the price.
   *
   * Unit: percent.
   * Source: golden/product/com/discounted-price, golden/product/com/price-spoken-only.
   */
  discount_percentage: (field, reading) => {
    const current = reading.get('price')
    if (current === null) return null
    const shown = readDiscount(field.part('shown'), current, reading.get('price_strikethrough'))
    return shown ?? readSpokenSaving(field.part('spoken'), current, reading)
  },
} satisfies Partial<ProductFields>

/** Conditions of offers that are not the product's price: what one copy of it costs. */
const SECOND_HAND = /^(?:used|collectible)/

/** The main price with both ends. Absent: null, also for a used or collectible copy: its price is not the product's price. */
function readMainPrice(reading: ProductReading): MoneyRange | null {
  const offer = reading.once(featuredOffer)
  if (offer !== null && SECOND_HAND.test(reading.get('condition') ?? 'used')) return null
  const field = reading.field('price')
  const refuse = reading.once(refuseSubscription)
  const displayed = field
    .part('shown')
    .value((_, element) => refuse(element) ?? readPrice(element, reading), PRICE_ELEMENTS)
  if (displayed !== null) return displayed
  if (offer === null) return reading.once(readUndeliverablePrice) ?? readUnsoldPrice(reading)
  const offered = reading.onceFor(offer, readOfferPrice)
  if (offered === null) return field.part('free').value((text) => readFree(text, reading), inOffer(offer, reading))
  field.derive('field: price_buybox', offered.amount)
  return offered
}

/** Most characters of words that stand for a price of 0: "Free Download", "Téléchargement gratuit". */
const MAX_FREE = 30
const NUMBER = /\p{N}/u

function readFree(text: string, { words }: ProductReading): MoneyRange | Refusal {
  const isFree = text.length <= MAX_FREE && !NUMBER.test(text) && words.says('free', text)
  return isFree ? { amount: 0, currency: null, upper: null } : NOT_FREE
}

/** Price in the buy box of a product that is not delivered to the visitor's location: it has no button. */
function readUndeliverablePrice(reading: ProductReading): MoneyRange | null {
  const part = reading.field('price').part('undeliverable')
  return part.value((_, element) => readPrice(element, reading), PRICE_ELEMENTS)
}

/** Price in a buy box that sells nothing. */
function readUnsoldPrice(reading: ProductReading): MoneyRange | null {
  const refuse = reading.once(refuseSubscription)
  const part = reading.field('price').part('unsold')
  return part.value((_, element) => refuse(element) ?? readPrice(element, reading), PRICE_ELEMENTS)
}

/** Price of one offer of the buy box column. */
export function readOfferPrice(offer: OfferRow, reading: ProductReading): MoneyRange | null {
  const refuse = reading.once(refuseSubscription)
  const field = reading.field('price_buybox')
  return field.value((_, element) => refuse(element) ?? readPrice(element, reading), {
    ...insideOffer(offer),
    ...PRICE_ELEMENTS,
  })
}

/** Refuses elements in a block about subscriptions. */
export function refuseSubscription(reading: ProductReading): (element: Element) => Refusal | null {
  const isBlock = reading.field('price').part('subscription').matches
  const find = remember((element): Refusal | null => {
    if (isBlock(element)) return SUBSCRIPTION
    const parent = parentElement(element)
    return parent === null ? null : find(parent)
  })
  return find
}
