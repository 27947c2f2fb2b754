import type { Element } from '../html/tree/node.ts'
import type { Words } from '../marketplace/words.ts'
import { findAmounts } from '../text/amounts.ts'
import type { MoneyRange } from '../text/money.ts'
import { parsePercentage } from '../text/percentage.ts'
import type { FieldReader } from './field-reader.ts'
import { findPrice, type PriceContext } from './read-price.ts'
import { refusal, type Refusal } from './trace.ts'

const NOT_ABOVE_PRICE = refusal('not above the price')
const NO_PERCENTAGE = refusal('no percentage')

interface StruckPriceOptions {
  /** The price that is paid. */
  readonly price: number
  /** Why an element says nothing about the price. Absent: null, it may. Default: every element may. */
  readonly refuse?: (element: Element) => Refusal | null
}

/** The first struck price that is above the price. Absent: null. */
export function readStruckPrice(
  field: FieldReader,
  context: PriceContext,
  { price, refuse = () => null }: StruckPriceOptions,
): number | null {
  const refuseLow = (element: Element, struck: MoneyRange | null): Refusal | null =>
    refuse(element) ?? (struck !== null && struck.amount <= price ? NOT_ABOVE_PRICE : null)
  return findPrice(field, context, { refuse: refuseLow })?.amount ?? null
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
  if (struck === null || price === null) return null
  const parse = (text: string): number | Refusal => parsePercentage(text) ?? NO_PERCENTAGE
  const shown = isShown ? field.value(parse, { isVisible: true }) : null
  return shown ?? field.derive('field: price_strikethrough', Math.round((1 - price / struck) * 100))
}
