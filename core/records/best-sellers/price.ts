import { PRICE_ELEMENTS, readPrice } from '../../field/read-price.ts'
import { refusal, type Refusal } from '../../field/trace.ts'
import type { Element } from '../../html/tree/node.ts'
import { findAncestor, parentElement } from '../../html/tree/walk.ts'
import { parseOfferCount } from '../../text/amounts.ts'
import type { MoneyRange } from '../../text/money.ts'
import type { CardFields, CardReading } from './reading.ts'

const NOT_OWN = refusal('price of other offers, of a unit, or struck')
const NO_PRICE = refusal('no price')
const NO_COUNT = refusal('no count')

export const price = {
  /**
   * Price of one unit; lower end of a range.
   *
   * Unit: major units of `currency`.
   * Absent: the card shows none, or only offers of others.
   * Source: golden/best_sellers/com/price-ranges-and-offers.
   */
  price: (_, reading) => reading.once(readOwnPrice)?.amount ?? null,

  /**
   * Upper end of a range.
   *
   * Source: golden/best_sellers/com/price-ranges-and-offers.
   */
  price_upper: (field, reading) => field.derive('field: price', reading.once(readOwnPrice)?.upper ?? null),

  /**
   * Lowest of several offers, where the card shows no price.
   *
   * Source: golden/best_sellers/com/price-ranges-and-offers.
   */
  price_from: (_, reading) => reading.once(readLowestOffer)?.amount ?? null,

  /**
   * Number of offers that the card announces.
   *
   * Source: golden/best_sellers/com/price-ranges-and-offers.
   */
  pricing_count: (field, { words }) =>
    field.value((text) => parseOfferCount(text, words.isOrdinal) ?? NO_COUNT, { isVisible: true }),

  /**
   * Currency that the card prints: of its price, else of the offers; a sign of several currencies is that of the marketplace.
   *
   * Absent: the card shows neither.
   * Source: golden/best_sellers/com/price-ranges-and-offers.
   */
  currency: (field, reading) => {
    const own = reading.once(readOwnPrice)
    const shown = own ?? reading.once(readLowestOffer)
    if (shown === null) return null
    if (shown.currency === null) return field.derive('marketplace', reading.marketplace.currency)
    return field.derive(own === null ? 'field: price_from' : 'field: price', shown.currency)
  },
} satisfies Partial<CardFields>

function readOwnPrice(reading: CardReading): MoneyRange | null {
  const field = reading.field('price')
  const isNotOwn = field.part('not_own').matches
  const shown: { readonly element: Element; readonly money: MoneyRange }[] = []
  const parse = (_: string, element: Element): MoneyRange | Refusal | null => {
    if (isNotOwn(element) || findAncestor(element, isNotOwn, reading.scope) !== null) return NOT_OWN
    const money = readPrice(element, reading)
    if (money === null) return HAS_DIGIT.test(reading.text.read(element)) ? null : NO_PRICE
    shown.push({ element, money })
    return money
  }
  const first = field.part('shown').value(parse, PRICE_ELEMENTS)
  const [{ element } = { element: null }] = shown
  if (first === null || element === null || first.upper !== null) return first
  return { ...first, upper: findUpper(element, first, reading) }
}

const HAS_DIGIT = /\p{N}/u

/** The second of two prices in one element: "$9.99 - $19.99". */
function findUpper(element: Element, { amount }: MoneyRange, reading: CardReading): number | null {
  const parent = parentElement(element)
  if (parent === null || parent === reading.scope) return null
  for (const candidate of reading.field('price').part('shown').candidates) {
    if (!candidate.matches(element)) continue
    const [, second, ...more] = candidate.selectItems(reading.page, parent)
    const upper = second?.parent === parent && more.length === 0 ? readPrice(second, reading) : null
    return upper !== null && upper.amount !== amount ? upper.amount : null
  }
  return null
}

function readLowestOffer(reading: CardReading): MoneyRange | null {
  if (reading.once(readOwnPrice) !== null) return null
  return reading.field('price_from').value((_, element) => readPrice(element, reading) ?? NO_PRICE, PRICE_ELEMENTS)
}
