import type { Candidates } from '../../field/field-reader.ts'
import { readPrice } from '../../field/read-price.ts'
import type { Element } from '../../html/node.ts'
import { remember } from '../../html/remember.ts'
import { findAncestor, parentElement } from '../../html/walk.ts'
import { compileSelector } from '../../selector/selector.ts'
import { findAmounts } from '../../text/amounts.ts'
import { findCurrency } from '../../text/currency.ts'
import { foldSpace } from '../../text/fold-space.ts'
import { readOwnText, readText } from '../../text/read-text.ts'
import type { Money } from '../../text/money.ts'
import type { CardReading } from '../card-reading.ts'

/** The main price, and the element that shows it; no element for a price to buy that a line of words states. */
interface ShownPrice extends Money {
  readonly element: Element | null
}

export function mainPrice(reading: CardReading): ShownPrice | null {
  const { page, card, fields, selectors } = reading
  const toBuy = readLine(reading, selectors.price.to_buy)
  if (toBuy !== null) return toBuy
  let isForRent = false
  const shown = fields.value(
    'price',
    selectors.price.shown,
    (_, element) => {
      const money = readPrice(element, page)
      if (money === null) return null
      // What follows a price of nothing is what it takes: a trial, a subscription.
      if (money.amount === 0 && readTerms(element, reading) !== '') {
        return reading.once(priceBelow) ?? undefined
      }
      if (isSubscription(element)) return undefined
      if (!isRental(element, reading)) return { ...money, element }
      isForRent = true
      return undefined
    },
    { scope: card, isVisible: true, passes: reading.isOfFirstOffer },
  )
  return shown ?? (isForRent ? reading.once(priceBelow) : null)
}

/** Asked for once, however many prices of nothing there are. */
function priceBelow(reading: CardReading): ShownPrice | null {
  return readLine(reading, reading.selectors.price.to_buy_below)
}

/** A price to buy in a line of words. "Other formats: 4K" is a number, and none. */
function readLine(reading: CardReading, candidates: Candidates): ShownPrice | null {
  const { card, fields, marketplace, isOfFirstOffer } = reading
  const parse = (text: string): ShownPrice | undefined => {
    const amount = findAmounts(text).find(({ isMoney }) => isMoney)
    if (amount === undefined || marketplace.words.saysRental(text)) return undefined
    return { amount: amount.value, currency: findCurrency(foldSpace(text)), element: null }
  }
  return fields.value('price', candidates, parse, { scope: card, isVisible: true, passes: isOfFirstOffer })
}

/** The block of prices; until 2022 the section round it has no name, and until 2019 there is none: then what holds the row. */
function blockOf(element: Element, card: Element): Element {
  const isBlock = ({ attributeList }: Element): boolean => attributeList.get('data-cy') === 'price-recipe'
  const isSection = ({ attributeList }: Element): boolean => attributeList.classNames.includes('a-section')
  const block = findAncestor(element, isBlock, card) ?? findAncestor(element, isSection, card)
  if (block !== null) return block
  const row = rowOf(element, card)
  return row === card ? card : (parentElement(row) ?? card)
}

const NO_WORDS: ReadonlySet<string> = new Set([
  'a-price',
  's-price',
  'sx-price',
  'a-text-strike',
  'a-offscreen',
  'aok-offscreen',
])

/** Prices, and labels for screen readers. */
function isNoWord({ attributeList }: Element): boolean {
  return attributeList.classNames.some((name) => NO_WORDS.has(name))
}

/** What is said beside prices. */
const readWords = remember((block) => readText(block, { skip: isNoWord }))

const struckPrice = compileSelector(':has(> .a-text-price)', 'price.struckPrice')

/**
 * What is said behind the first price of a block, up to the next offer. What
 * stands before it names the format, what holds a struck price names that.
 */
function readTerms(price: Element, reading: CardReading): string {
  const { card, isOfFirstOffer } = reading
  const known = reading.once(termsOfBlocks)
  const block = blockOf(price, card)
  const isNoTerm = (element: Element): boolean =>
    element === price ||
    element.end <= price.order ||
    isNoWord(element) ||
    !isOfFirstOffer(element) ||
    (element.order > price.order && struckPrice.matches(element))
  const terms = known.get(block) ?? readText(block, { skip: isNoTerm })
  known.set(block, terms)
  return terms
}

function termsOfBlocks(): Map<Element, string> {
  return new Map()
}

/** Unit: characters. What stands beside a price is short. */
const MAX_WORDS_BESIDE = 200

/** A price for a time, by the words in its row. */
function isRental(element: Element, { card, marketplace }: CardReading): boolean {
  const row = rowOf(element, card)
  const words = row === card ? '' : readWords(row).slice(0, MAX_WORDS_BESIDE)
  return words !== '' && marketplace.words.saysRental(words)
}

/** Until 2019 the link of a subscription's price goes on in bare words, where others have elements. */
function isSubscription(element: Element): boolean {
  const link = parentElement(element)
  if (link?.name !== 'a' || !element.attributeList.classNames.includes('s-price')) return false
  return hasBareWords(link)
}

const hasBareWords = remember((link) => readOwnText(link) !== '')

/**
 * What one unit costs, bought once, in the format that the card shows first.
 *
 * Unit: major units of `currency`.
 * Absent: the card shows none.
 */
export function price(reading: CardReading): number | null {
  return reading.once(mainPrice)?.amount ?? null
}

/** Struck price in the row of the main price, when greater than it. */
export function price_strikethrough(reading: CardReading): number | null {
  const main = reading.once(mainPrice)
  if (main === null || main.element === null) return null
  const { page, fields, selectors } = reading
  const scope = rowOf(main.element, reading.card)
  const parse = (_: string, element: Element): number | null | undefined => {
    const struck = readPrice(element, page)?.amount ?? null
    return struck !== null && struck <= main.amount ? undefined : struck
  }
  return fields.value('price_strikethrough', selectors.price_strikethrough, parse, { scope, isVisible: true })
}

/** The row that a price stands in: where formats follow one another, each has its own. */
export function rowOf(element: Element, card: Element): Element {
  return findAncestor(element, ({ attributeList }) => attributeList.classNames.includes('a-row'), card) ?? card
}

/** Currency of the price; without one, of an offer that the card announces; else the marketplace's. */
export function currency(reading: CardReading): string {
  const { card, fields, selectors, marketplace } = reading
  const own = reading.once(mainPrice)?.currency ?? null
  if (own !== null) return fields.derive('currency', 'field: price', own)
  const offered = fields.value('currency', selectors.currency, (text) => findCurrency(text) ?? undefined, {
    scope: card,
    isVisible: true,
    passes: reading.isOfFirstOffer,
  })
  return offered ?? fields.derive('currency', 'marketplace', marketplace.currency)
}
