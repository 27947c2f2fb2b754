import type { Element } from '../../html/node.ts'
import type { Page } from '../../html/page.ts'
import { compileSelector } from '../../selector/selector.ts'
import { findCurrency } from '../../text/currency.ts'
import { foldDigits } from '../../text/digits.ts'
import { parseMoneyRange, type MoneyRange } from '../../text/money.ts'
import { readOwnText, readText } from '../../text/read-text.ts'
import type { OfferRow } from '../offer-rows.ts'
import type { ProductReading } from '../product-reading.ts'

const whole = compileSelector('.a-price-whole', 'price.whole')
const fraction = compileSelector('.a-price-fraction', 'price.fraction')
const symbol = compileSelector('.a-price-symbol', 'price.symbol')
const offscreen = compileSelector('.a-offscreen', 'price.offscreen')
const superscript = compileSelector('.price-info-superscript', 'price.superscript')
const rangeEnd = compileSelector('.a-price', 'price.range')

const NO_DIGIT = /\D/g

/**
 * Reads a price element: by its parts for whole and fraction, which leave no
 * doubt about separators, else by the text for screen readers, else by all text.
 */
export function readPrice(element: Element, page: Page): MoneyRange | null {
  const ends = rangeEnd.selectAll(page, element)
  const [lower, upper] = ends
  if (ends.length === 2 && lower !== undefined && upper !== undefined)
    return joinRange(readAmount(lower, page), readAmount(upper, page))
  return readAmount(element, page)
}

function joinRange(lower: MoneyRange | null, upper: MoneyRange | null): MoneyRange | null {
  if (lower === null || upper === null) return lower
  return { ...lower, upper: upper.amount > lower.amount ? upper.amount : null }
}

function readAmount(element: Element, page: Page): MoneyRange | null {
  const wholePart = whole.selectFirst(page, element)
  const spoken = offscreen.selectFirst(page, element)
  if (wholePart !== null) {
    const digits = foldDigits(readText(wholePart)).replace(NO_DIGIT, '')
    const fractionPart = fraction.selectFirst(page, element)
    const decimals = fractionPart === null ? '' : foldDigits(readText(fractionPart)).replace(NO_DIGIT, '')
    const sign = symbol.selectFirst(page, element)
    const signText = `${sign === null ? '' : readText(sign)} ${spoken === null ? '' : readText(spoken)}`
    if (digits !== '') return { amount: Number(`${digits}.${decimals}`), currency: findCurrency(signText), upper: null }
  }
  const spokenText = spoken === null ? '' : readText(spoken)
  return parseMoneyRange(spokenText === '' ? readSmallPrint(element, page) : spokenText)
}

/** Prices of 2016 to 2019 print cents raised, with nothing between them and the whole: "$10 99". */
function readSmallPrint(element: Element, page: Page): string {
  const raised = superscript.selectAll(page, element)
  const cents = raised.at(-1)
  if (raised.length < 2 || cents === undefined) return readText(element)
  return `${readText(raised[0] as Element)}${readOwnText(element)}.${readText(cents)}`
}

/** The main price with both its ends. Used offers have none: a used price is no price of the product. */
export function mainPrice(reading: ProductReading): MoneyRange | null {
  const { fields, selectors, page } = reading
  if (isUsed(reading)) return null
  const displayed = fields.value(
    'price',
    selectors.price,
    (_, element) => (isSubscription(element) ? null : readPrice(element, page)),
    {
      isVisible: true,
    },
  )
  if (displayed !== null) return displayed
  const offer = reading.featuredOffer
  return offer === null ? null : offerPrice(reading, offer)
}

function isUsed(reading: ProductReading): boolean {
  return reading.featuredOffer !== null && (reading.get('condition') ?? 'used').startsWith('used')
}

/** Price of one offer of the buy box column. */
export function offerPrice(reading: ProductReading, offer: OfferRow): MoneyRange | null {
  const { fields, selectors, page } = reading
  return fields.value('price_buybox', selectors.price_buybox, (_, element) => readPrice(element, page), {
    scope: offer.element,
    isVisible: true,
  })
}

/** Whether a price stands in a block about subscriptions. */
function isSubscription(element: Element): boolean {
  for (
    let node: Element | null = element;
    node !== null;
    node = node.parent?.type === 'root' ? null : (node.parent as Element | null)
  ) {
    if (/^(?:sns|subscription)/i.test(node.attributeList.id ?? '')) return true
  }
  return false
}

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
  return mainPrice(reading)?.upper ?? null
}

/** Price of the featured offer. */
export function price_buybox(reading: ProductReading): number | null {
  const offer = reading.featuredOffer
  if (offer === null) return null
  return offerPrice(reading, offer)?.amount ?? reading.get('price')
}

/** Currency of the price; without one, of the offer; else the marketplace's. */
export function currency(reading: ProductReading): string {
  const offer = reading.featuredOffer
  const shown = mainPrice(reading)?.currency ?? (offer === null ? null : offerPrice(reading, offer)?.currency)
  return shown ?? reading.marketplace.currency
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
  return fields.value(
    'price_strikethrough',
    selectors.price_strikethrough,
    (_, element) => {
      const struck = isSubscription(element) ? null : readPrice(element, page)
      return struck !== null && struck.amount > current ? struck.amount : null
    },
    { isVisible: true },
  )
}

const PERCENT = /(\d{1,3})\s*[%٪]/

/** Saving that the page shows beside a struck price; else computed from the two prices. Unit: percent. */
export function discount_percentage(reading: ProductReading): number | null {
  const { fields, selectors } = reading
  const struck = reading.get('price_strikethrough')
  const current = reading.get('price')
  if (struck === null || current === null) return null
  const shown = fields.value(
    'discount_percentage',
    selectors.discount_percentage,
    (text) => {
      const percent = PERCENT.exec(foldDigits(text))?.[1]
      return percent === undefined ? null : Number(percent)
    },
    { isVisible: true },
  )
  return shown ?? Math.round((1 - current / struck) * 100)
}
