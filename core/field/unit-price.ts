import { parseMoney } from '../text/money.ts'
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
export function parseUnitPrice(text: string): UnitAmount | Refusal {
  const [left = '', ...right] = text.replace(BRACKETS, '').split('/')
  const unit = right.join('/').trim()
  const money = parseMoney(left)
  return money === null || unit === '' ? NO_UNIT_PRICE : { price: money.amount, unit }
}
