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

/** A remark with a slash: "($3.01 / 100 Sheets)". */
const REMARK = /[(（][^()（）/]*\/[^()（）]*[)）]/

/** Parses a price of a unit that a text has in brackets. Without them, a price with a slash can be an instalment: "or $22.92/mo (24 mo)". */
export function parseRemark(text: string): UnitAmount | Refusal {
  const [remark] = REMARK.exec(text) ?? []
  return remark === undefined ? NO_UNIT_PRICE : parseUnitPrice(remark)
}

/** Parses a price of a unit: "($3.01 / 100 Sheets)". */
export function parseUnitPrice(text: string): UnitAmount | Refusal {
  const [left = '', ...right] = text.replace(BRACKETS, '').split('/')
  const unit = right.join('/').trim()
  const money = parseMoney(left)
  return money === null || unit === '' ? NO_UNIT_PRICE : { price: money.amount, unit }
}
