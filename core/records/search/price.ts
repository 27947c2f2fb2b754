import type { FieldReader } from '../../field/field-reader.ts'
import { readStruckPrice } from '../../field/read-discount.ts'
import { PRICE_ELEMENTS, readPrice } from '../../field/read-price.ts'
import { refusal, type Refusal } from '../../field/trace.ts'
import type { Element } from '../../html/tree/node.ts'
import { findAncestor, parentElement } from '../../html/tree/walk.ts'
import { findAmounts } from '../../text/amounts.ts'
import { findCurrency } from '../../text/currency.ts'
import { foldSpace } from '../../text/fold-space.ts'
import type { Money } from '../../text/money.ts'
import { readOwnText } from '../../text/page-text.ts'
import { firstOffer, isOfFirstOffer, type CardFields, type CardReading } from './reading.ts'

const FREE_WITH_TERMS = refusal('free, on terms')
const OTHER_FORMAT = refusal('price of another format')
const SUBSCRIPTION = refusal('price of a subscription')
const RENTAL = refusal('price of a rental')
const NO_PRICE = refusal('no price to buy')
const NO_CURRENCY = refusal('names no currency')

export const price = {
  /**
   * Price of one unit, bought once, in the format that the card shows first.
   *
   * Unit: major units of `currency`.
   * Absent: the card shows no such price.
   * Source: golden/search/com/formats-of-books, golden/search/com/rent-or-buy, golden/search/com/prices-of-months-and-members.
   */
  price: (_, reading) => reading.once(readMainPrice)?.amount ?? null,

  /**
   * Struck price in the row of the main price, if greater than it.
   *
   * Source: golden/search/com/unit-price-beside-price.
   */
  price_strikethrough: (field, reading) => {
    const main = reading.once(readMainPrice)
    if (main === null || main.element === null) return null
    return readStruckPrice(field, reading, { price: main.amount, scopes: [{ within: rowOf(main.element, reading) }] })
  },

  /**
   * The same as `price_strikethrough`.
   *
   * Source: golden/search/com/unit-price-beside-price.
   */
  highest_price: (_, reading) => reading.get('price_strikethrough'),

  /**
   * Currency of the price; else of an offer that the card announces; else of the marketplace.
   *
   * Source: golden/search/co.jp/rating-scale-first, golden/search/com/no-featured-offer-on-card.
   */
  currency: (field, reading) => {
    const own = reading.once(readMainPrice)?.currency ?? null
    if (own !== null) return field.derive('field: price', own)
    const options = { scopes: reading.once(firstOffer), isVisible: true }
    const offered = field.value((text) => findCurrency(text) ?? NO_CURRENCY, options)
    return offered ?? field.derive('marketplace', reading.marketplace.currency)
  },
} satisfies Partial<CardFields>

/** The main price of a card. */
interface ShownPrice extends Money {
  /** Absent: null, a line of words states the price to buy. */
  readonly element: Element | null
}

export function readMainPrice(reading: CardReading): ShownPrice | null {
  const field = reading.field('price')
  const toBuy = readLine(field.part('to_buy'), reading)
  if (toBuy !== null) return toBuy
  const isSubscription = field.part('subscription').matches
  let isForRent = false
  let freeBlock: Element | null = null
  const parse = (_: string, element: Element): ShownPrice | Refusal | null => {
    const money = readPrice(element, reading)
    if (money === null) return null
    // Words after a price of zero name what it takes: a trial, a subscription.
    if (money.amount === 0 && hasTerms(element, reading)) {
      freeBlock = blockOf(element, reading)
      return reading.once(readPriceBelow) ?? FREE_WITH_TERMS
    }
    if (freeBlock !== null && blockOf(element, reading) !== freeBlock) return OTHER_FORMAT
    if (isSubscription(element) && hasWordsInLink(element, reading)) return SUBSCRIPTION
    if (!isRental(element, reading)) return { ...money, element }
    isForRent = true
    return RENTAL
  }
  const shown = field.part('shown').value(parse, { scopes: reading.once(firstOffer), ...PRICE_ELEMENTS })
  return shown ?? (isForRent ? reading.once(readPriceBelow) : null)
}

const NUMBER = /\p{N}/u

/** Records that the price of a card is for members alone, where the card says so: "Exclusively for Prime Members". */
export function reportMembersOnly(reading: CardReading): void {
  const { page, text, words, trace, scope } = reading
  for (const selector of reading.field('price').part('for_members').candidates) {
    for (const element of selector.selectItems(page, scope)) {
      const line = text.read(element)
      // "Prime Day deal: 20% off", "FREE delivery with Prime"
      if (!words.saysPrime(line) || !words.says('exclusive', line)) continue
      if (NUMBER.test(line) || words.says('delivery', line) || text.isHidden(element)) continue
      return trace.explain('price', selector.source, line, 'for members only')
    }
  }
}

function readPriceBelow(reading: CardReading): ShownPrice | null {
  return readLine(reading.field('price').part('to_buy_below'), reading)
}

/** A price to buy in a line of words. "Other formats: 4K" is a number and not a price. */
function readLine(part: FieldReader, reading: CardReading): ShownPrice | null {
  const { words } = reading
  const parse = (text: string): ShownPrice | Refusal => {
    const amount = findAmounts(text, words.isOrdinal).find(({ isMoney }) => isMoney)
    if (amount === undefined) return NO_PRICE
    if (amount.value === 0) return FREE_WITH_TERMS
    if (words.says('rental', text)) return RENTAL
    return { amount: amount.value, currency: findCurrency(foldSpace(text)), element: null }
  }
  return part.value(parse, { scopes: reading.once(firstOffer), isVisible: true })
}

/** The row of a price: where formats follow one another, each has its own. */
export function rowOf(element: Element, reading: CardReading): Element {
  return findAncestor(element, reading.field('price').part('row').matches, reading.scope) ?? reading.scope
}

/** The block of prices. Layouts used until 2022 do not name it, and those used until 2019 have none: then the parent of the row. */
function blockOf(element: Element, reading: CardReading): Element {
  for (const selector of reading.field('price').part('block').candidates) {
    const block = findAncestor(element, (ancestor) => selector.matches(ancestor), reading.scope)
    if (block !== null) return block
  }
  const row = rowOf(element, reading)
  return row === reading.scope ? row : (parentElement(row) ?? reading.scope)
}

/**
 * Whether words after the first price of a block, up to the next offer, name terms. Words before
 * the price name the format, words with a struck price name that price, and promotions are no terms.
 */
function hasTerms(price: Element, reading: CardReading): boolean {
  const known = reading.once(termsOfBlocks)
  const block = blockOf(price, reading)
  const field = reading.field('price')
  const isNoWord = field.part('no_words').matches
  const isStruck = field.part('struck').matches
  const skip = (element: Element): boolean =>
    element === price ||
    element.end <= price.order ||
    isNoWord(element) ||
    !isOfFirstOffer(element, reading) ||
    (element.order > price.order && isStruck(element))
  const { words, text } = reading
  const isTerm = (line: string): boolean => line !== '' && (words.says('free', line) || !words.says('promotion', line))
  const has = known.get(block) ?? text.readLines(block, { skip }).split('\n').some(isTerm)
  known.set(block, has)
  return has
}

function termsOfBlocks(): Map<Element, boolean> {
  return new Map()
}

/** Words next to a price are short. Unit: characters. */
const MAX_WORDS_LENGTH = 200

/** Whether a price is paid for a period, by the words in its row, or next to it if it has no row. */
function isRental(element: Element, reading: CardReading): boolean {
  const row = rowOf(element, reading)
  const block = row === reading.scope ? (parentElement(element) ?? row) : row
  const words = block === reading.scope ? '' : reading.onceFor(block, readWords).slice(0, MAX_WORDS_LENGTH)
  return words !== '' && reading.words.says('rental', words)
}

/** Words of a row without its prices. */
function readWords(row: Element, reading: CardReading): string {
  return reading.text.read(row, { skip: reading.field('price').part('no_words').matches })
}

/** In layouts used until 2019, the link of a subscription's price continues in words without an element. */
function hasWordsInLink(element: Element, reading: CardReading): boolean {
  const link = parentElement(element)
  return link !== null && reading.onceFor(link, readOwnText) !== ''
}
