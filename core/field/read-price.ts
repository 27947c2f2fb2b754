import { Text, type Element } from '../html/tree/node.ts'
import { nextSiblingElement, previousElement } from '../html/tree/walk.ts'
import type { Page } from '../html/page.ts'
import type { CompiledSite } from '../marketplace/site.ts'
import type { Selector } from '../selector/selector.ts'
import { findCurrency } from '../text/currency.ts'
import { foldDigits } from '../text/digits.ts'
import { parseMoneyRange, type MoneyRange } from '../text/money.ts'
import { toNumber } from '../text/number.ts'
import type { PageText } from '../text/page-text.ts'
import type { FieldReader, ReadOptions } from './field-reader.ts'
import { isOfUnit } from './price-of-unit.ts'
import type { Refusal } from './trace.ts'

/** The members of a `Reading` that reading a price needs. */
export interface PriceContext {
  readonly page: Page
  readonly text: PageText
  readonly site: CompiledSite
}

/** How elements of prices are looked for: some have their text for screen readers only. */
export const PRICE_ELEMENTS = { isVisible: true, isSpoken: true } as const

const NOT_A_DIGIT = /\D/g

/**
 * Reads a price element: by its elements for whole and fraction, whose
 * separators are certain, else by the text for screen readers, else by all text.
 *
 * Absent: null, for an element without a price, and for the price of a unit or a month: "$2.99" before "/lb".
 */
export function readPrice(element: Element, context: PriceContext): MoneyRange | null {
  if (isOfUnit(element, context.text)) return null
  const [lower, upper, ...more] = selectInside(context.site.price.amount, element, context)
  if (lower === undefined || upper === undefined || more.length > 0) return readAmount(element, context)
  return joinRange(readAmount(lower, context), readAmount(upper, context))
}

function joinRange(lower: MoneyRange | null, upper: MoneyRange | null): MoneyRange | null {
  if (lower === null || upper === null) return lower
  // An upper end below the lower one is kept: the invariants of the record find it.
  return { ...lower, upper: upper.amount === lower.amount ? null : upper.amount }
}

function readAmount(element: Element, context: PriceContext): MoneyRange | null {
  const { text, site } = context
  const { price, words } = site
  const readFirst = (candidates: readonly Selector[]): string => {
    const [found] = selectInside(candidates, element, context)
    return found === undefined ? '' : text.read(found)
  }
  const spoken = readFirst(price.spoken)
  const whole = readDigits(readFirst(price.whole))
  const fraction = readDigits(readFirst(price.fraction))
  // A whole without a fraction can hold the decimals as well: "700,00".
  if (whole !== '' && fraction !== '') {
    const amount = toNumber(`${whole}.${fraction}`)
    const currency = findCurrency(`${readFirst(price.currency)} ${spoken}`)
    return amount === null ? null : { amount, currency, upper: null }
  }
  if (spoken !== '') return parseMoneyRange(spoken, words.saysStruck)
  const shown = readShown(element, text)
  const money = parseMoneyRange(shown, words.saysStruck)
  return money === null || CENTS.test(shown) ? money : (readSpokenBeside(element, money, context) ?? money)
}

const CENTS = /\d[.,]\d{2}(?!\d)/
/** The whole part of an amount at the end of a text, and its digits: "$1,299". */
const WHOLE = /(?<![\d.,])(\d{1,3}(?:[., '\u2019]?\d{3})*)[.,]?$/
const FRACTION = /^\d{2}$/

/** Text of a price. Two digits of their own after the whole part are its fraction: "$", "54", "85". */
function readShown(element: Element, text: PageText): string {
  const shown = text.read(element)
  if (element.firstChild === element.lastChild && element.firstChild instanceof Text) return shown
  let joined = ''
  let hasFraction = false
  for (const piece of text.readPieces(element)) {
    const [, digits] = FRACTION.test(foldDigits(piece)) ? (WHOLE.exec(foldDigits(joined)) ?? []) : []
    if (digits === undefined) joined += ` ${piece}`
    else {
      joined = `${joined.replace(WHOLE, '')}${digits.replace(NOT_A_DIGIT, '')}.${piece}`
      hasFraction = true
    }
  }
  return hasFraction ? joined : shown
}

/** The same price with its cents, as text for screen readers next to the element or as its label. Absent: null. */
function readSpokenBeside(element: Element, shown: MoneyRange, { text, site }: PriceContext): MoneyRange | null {
  const isSpoken = (beside: Element | null): beside is Element =>
    beside !== null && site.price.spoken.some((selector) => selector.matches(beside))
  const besides = [previousElement(element), nextSiblingElement(element)].filter(isSpoken)
  const texts = [element.attributeList.get('aria-label') ?? '', ...besides.map((beside) => text.read(beside))]
  for (const spoken of texts) {
    const money = parseMoneyRange(spoken, site.words.saysStruck)
    if (money !== null && Math.trunc(money.amount) === shown.amount) return money
  }
  return null
}

/** Elements of the first candidate that finds any inside an element. */
function selectInside(candidates: readonly Selector[], element: Element, { page }: PriceContext): readonly Element[] {
  for (const candidate of candidates) {
    const found = candidate.selectItems(page, element)
    if (found.length > 0) return found
  }
  return []
}

function readDigits(text: string): string {
  return foldDigits(text).replace(NOT_A_DIGIT, '')
}

interface FindPriceOptions extends ReadOptions {
  /** Why an element or its price says nothing about the field. Absent: null, it may. Default: every price may. */
  readonly refuse?: (element: Element, price: MoneyRange | null) => Refusal | null
}

/** The first price that the candidates of a field show. Absent: null. */
export function findPrice(
  field: FieldReader,
  context: PriceContext,
  { refuse = () => null, ...options }: FindPriceOptions = {},
): MoneyRange | null {
  const parse = (_: string, element: Element): MoneyRange | Refusal | null => {
    const price = readPrice(element, context)
    return refuse(element, price) ?? price
  }
  return field.value(parse, { ...PRICE_ELEMENTS, ...options })
}
