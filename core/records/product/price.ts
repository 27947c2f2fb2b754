import { readDiscount, readSpokenSaving, readStruckPrice } from '../../field/read-discount.ts'
import { refusal } from '../../field/trace.ts'
import { findCurrency } from '../../text/currency.ts'
import { readMainPrice, readOfferPrice, readUndeliverablePrice } from './main-price.ts'
import { featuredOffer } from './offers.ts'
import { refuseSubscription } from './other-prices.ts'
import type { ProductFields } from './reading.ts'

const NO_CURRENCY = refusal('names no currency')

export const price = {
  /**
   * Current price of one unit of the product, new, bought once, for everybody; for members, if the page shows nothing else.
   *
   * Unit: major units of `currency`.
   * Absent: no price is shown, or only a used one.
   * Source: golden/product/com/struck-price-first, golden/product/com/subscription-chosen, golden/product/pl/price-of-used-beside-new, golden/product/com/app-behind-sign-in.
   */
  price: (_, reading) => reading.once(readMainPrice).range?.amount ?? null,

  /**
   * Upper end of the main price, if it is a range.
   *
   * Source: golden/product/com/price-range.
   */
  price_upper: (field, reading) => field.derive('field: price', reading.once(readMainPrice).range?.upper ?? null),

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
   * Price for members: in a row of the buy box of its own, or in a message beside the main price.
   *
   * Unit: major units of `currency`.
   * Absent: members pay what everybody pays.
   * Source: golden/product/com/members-price, golden/product/co.uk/members-price-in-message, golden/product/com.tr/price-for-members-only.
   */
  price_prime: (_, reading) => reading.once(readMainPrice).members,

  /**
   * Currency of the price; else of the featured offer; else, if neither is
   * shown, of other offers; else of the marketplace.
   *
   * Source: golden/product/co.jp/euro-price, golden/product/ca/dollars-of-canada.
   */
  currency: (field, reading) => {
    const ofPrice = reading.once(readMainPrice).range?.currency ?? null
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
    const isShown = !reading.once(readMainPrice).isOtherShown
    const shown = readDiscount(field.part('shown'), {
      price: current,
      struck: reading.get('price_strikethrough'),
      isShown,
    })
    return shown ?? readSpokenSaving(field.part('spoken'), current, reading)
  },
} satisfies Partial<ProductFields>
