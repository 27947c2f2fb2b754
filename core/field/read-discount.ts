import type { Element } from '../html/tree/node.ts'
import { parsePercentage } from '../text/percentage.ts'
import type { FieldReader } from './field-reader.ts'
import { readPrice, type PriceContext } from './read-price.ts'
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
  const parse = (_: string, element: Element): number | Refusal | null => {
    const refused = refuse(element)
    if (refused !== null) return refused
    const struck = readPrice(element, context)?.amount ?? null
    return struck !== null && struck <= price ? NOT_ABOVE_PRICE : struck
  }
  return field.value(parse, { isVisible: true })
}

/** The saving that is shown next to a struck price; else computed from the two prices. Absent: null, one of them is not shown. */
export function readDiscount(field: FieldReader, price: number | null, struck: number | null): number | null {
  if (struck === null || price === null) return null
  const shown = field.value((text) => parsePercentage(text) ?? NO_PERCENTAGE, { isVisible: true })
  return shown ?? field.derive('field: price_strikethrough', Math.round((1 - price / struck) * 100))
}
