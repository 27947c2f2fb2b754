import type { Parse } from '../../field/field-reader.ts'
import { readPrice } from '../../field/read-price.ts'
import { remember } from '../../html/remember.ts'
import { parentElement } from '../../html/walk.ts'
import { findCurrency } from '../../text/currency.ts'
import { foldDigits } from '../../text/digits.ts'
import type { MoneyRange } from '../../text/money.ts'
import type { OfferRow } from '../offer-rows.ts'
import type { ProductReading } from '../product-reading.ts'

/** The main price with both its ends. Used offers have none: a used price is no price of the product. */
function mainPrice(reading: ProductReading): MoneyRange | null {
  if (isUsed(reading)) return null
  const { fields, selectors, page } = reading
  const parse: Parse<MoneyRange> = (_, element) => (isSubscription(element) ? undefined : readPrice(element, page))
  const displayed = fields.value('price', selectors.price, parse, { isVisible: true })
  const offer = reading.featuredOffer
  if (displayed !== null || offer === null) return displayed
  const offered = offerPrice(reading, offer)
  if (offered !== null) fields.derive('price', 'field: price_buybox', offered.amount)
  return offered
}

function isUsed(reading: ProductReading): boolean {
  return reading.featuredOffer !== null && (reading.get('condition') ?? 'used').startsWith('used')
}

/** Price of one offer of the buy box column. */
export function offerPrice(reading: ProductReading, offer: OfferRow): MoneyRange | null {
  const { fields, selectors, page } = reading
  const inside = { scope: offer.element, isVisible: true }
  const parse: Parse<MoneyRange> = (_, element) => (isSubscription(element) ? undefined : readPrice(element, page))
  return fields.value('price_buybox', selectors.price_buybox, parse, inside)
}

const SUBSCRIPTION = /^(?:sns|subscription)/i

/** Whether a price stands in a block about subscriptions. */
export const isSubscription = remember((element): boolean => {
  if (SUBSCRIPTION.test(element.attributeList.id ?? '')) return true
  const parent = parentElement(element)
  return parent !== null && isSubscription(parent)
})

/**
 * What one unit of the product costs now, new, bought once.
 *
 * Unit: major units of `currency`.
 * Absent: no price is shown, or only a used one.
 */
export function price(reading: ProductReading): number | null {
  return mainPrice(reading)?.amount ?? null
}

/** Upper end of the main price, when it is a range. */
export function price_upper(reading: ProductReading): number | null {
  return reading.fields.derive('price_upper', 'field: price', mainPrice(reading)?.upper ?? null)
}

/** Price of the featured offer. */
export function price_buybox(reading: ProductReading): number | null {
  const offer = reading.featuredOffer
  if (offer === null) return null
  const own = offerPrice(reading, offer)
  return own?.amount ?? reading.fields.derive('price_buybox', 'field: price', reading.get('price'))
}

/** Currency of the price; without one, of the featured offer, else of other offers where none is shown, else the marketplace's. */
export function currency(reading: ProductReading): string {
  const { fields, featuredOffer, marketplace } = reading
  const ofPrice = mainPrice(reading)?.currency ?? null
  if (ofPrice !== null) return fields.derive('currency', 'field: price', ofPrice)
  const ofOffer = featuredOffer === null ? null : (offerPrice(reading, featuredOffer)?.currency ?? null)
  if (ofOffer !== null) return fields.derive('currency', 'field: price_buybox', ofOffer)
  // A sign of several currencies means the marketplace's own, whatever other offers say.
  const isShown = reading.get('price') !== null || reading.get('price_buybox') !== null
  const ofOthers = isShown ? null : readCurrencyOfOthers(reading)
  return ofOthers ?? fields.derive('currency', 'marketplace', marketplace.currency)
}

function readCurrencyOfOthers({ fields, selectors }: ProductReading): string | null {
  return fields.value('currency', selectors.currency, (text) => findCurrency(text) ?? undefined, { isVisible: true })
}

/**
 * Struck price beside the main price, whatever its label.
 *
 * Absent: nothing is struck, or what is struck is not above `price`.
 */
export function price_strikethrough(reading: ProductReading): number | null {
  const { fields, selectors, page } = reading
  const current = reading.get('price')
  if (current === null) return null
  const parse: Parse<number> = (_, element) => {
    if (isSubscription(element)) return undefined
    const struck = readPrice(element, page)?.amount ?? null
    return struck !== null && struck <= current ? undefined : struck
  }
  return fields.value('price_strikethrough', selectors.price_strikethrough, parse, { isVisible: true })
}

const PERCENT = /(\d{1,3})\s*%|%\s*(\d{1,3})/

/** Saving that the page shows beside a struck price; else computed from the two prices. Unit: percent. */
export function discount_percentage(reading: ProductReading): number | null {
  const { fields, selectors } = reading
  const struck = reading.get('price_strikethrough')
  const current = reading.get('price')
  if (struck === null || current === null) return null
  const shown = fields.value('discount_percentage', selectors.discount_percentage, parsePercent, { isVisible: true })
  return (
    shown ??
    fields.derive('discount_percentage', 'field: price_strikethrough', Math.round((1 - current / struck) * 100))
  )
}

function parsePercent(text: string): number | undefined {
  const [, before, behind] = PERCENT.exec(foldDigits(text)) ?? []
  const digits = before ?? behind
  return digits === undefined ? undefined : Number(digits)
}
