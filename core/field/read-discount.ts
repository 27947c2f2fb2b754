import type { Element } from '../html/tree/node.ts'
import type { Words } from '../marketplace/words.ts'
import { findAmounts } from '../text/amounts.ts'
import type { MoneyRange } from '../text/money.ts'
import { parsePercentage } from '../text/percentage.ts'
import type { FieldReader, ReadOptions } from './field-reader.ts'
import { findPrice, type PriceContext } from './read-price.ts'
import { refusal, type Refusal } from './trace.ts'

const NOT_ABOVE_PRICE = refusal('not above the price')
const NO_PERCENTAGE = refusal('no percentage')

interface StruckPriceOptions extends Pick<ReadOptions, 'scopes'> {
  /** The price that is paid. */
  readonly price: number
  /** Why an element says nothing about the price. Absent: null, it may. Default: every element may. */
  readonly refuse?: (element: Element) => Refusal | null
}

/**
 * The first struck price that is above the price; else the first that is below it, which the invariants of the record
 * find: one of the two was not read rightly.
 *
 * Absent: null.
 */
export function readStruckPrice(
  field: FieldReader,
  context: PriceContext,
  { price, refuse = () => null, ...scopes }: StruckPriceOptions,
): number | null {
  let below: Element | null = null
  const refuseLow = (element: Element, struck: MoneyRange | null): Refusal | null => {
    const refused = refuse(element)
    if (refused !== null || struck === null || struck.amount > price) return refused
    if (struck.amount < price) below ??= element
    return NOT_ABOVE_PRICE
  }
  const above = findPrice(field, context, { ...scopes, refuse: refuseLow })
  if (above !== null || below === null) return above?.amount ?? null
  const refuseOthers = (element: Element): Refusal | null => (element === below ? null : NOT_ABOVE_PRICE)
  return findPrice(field, context, { ...scopes, refuse: refuseOthers })?.amount ?? null
}

/**
 * The saving in a text for screen readers, which says the price and its saving: "$16.98 with 15 percent savings".
 *
 * Absent: null, no such text says this price, or it says no saving.
 */
export function readSpokenSaving(
  field: FieldReader,
  price: number,
  { words }: { readonly words: Words },
): number | null {
  const parse = (text: string): number | Refusal => {
    const [spoken, saving, ...more] = findAmounts(text, words.isOrdinal)
    if (spoken?.value !== price || saving === undefined || saving.isMoney || more.length > 0) return NO_PERCENTAGE
    return Number.isInteger(saving.value) && saving.value < 100 ? saving.value : NO_PERCENTAGE
  }
  return field.value(parse, { isVisible: true })
}

interface DiscountOptions {
  readonly price: number | null
  readonly struck: number | null
  /** Whether the saving that is shown is that of `price`. Default: true. */
  readonly isShown?: boolean
}

/** The saving that is shown next to a struck price; else computed from the two prices. Absent: null, one of them is not shown. */
export function readDiscount(field: FieldReader, { price, struck, isShown = true }: DiscountOptions): number | null {
  if (struck === null || price === null || struck <= price) return null
  const parse = (text: string): number | Refusal => parsePercentage(text) ?? NO_PERCENTAGE
  const shown = isShown ? field.value(parse, { isVisible: true }) : null
  return shown ?? field.derive('field: price_strikethrough', Math.round((1 - price / struck) * 100))
}
