import { findNumbers, parseDecimal } from '../text/number.ts'
import { refusal, type Refusal } from './trace.ts'

const NO_UNIT_PRICE = refusal('no price of a unit')

/** What a unit costs. */
export interface UnitAmount {
  readonly price: number
  /** As displayed. */
  readonly unit: string
}

const BRACKETS = /^[\s(（]+|(?<![\s)）])[\s)）]+$/g

/** Parses a price of a unit: "($3.01 / 100 Sheets)". */
export function parseUnitPrice(text: string): UnitAmount | Refusal | null {
  const [left = '', ...right] = text.replace(BRACKETS, '').split('/')
  const unit = right.join('/').trim()
  const [number] = findNumbers(left)
  if (number === undefined || unit === '') return NO_UNIT_PRICE
  const price = parseDecimal(number)
  return price === null ? null : { price, unit }
}
