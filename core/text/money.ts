import { clipPhrase } from './clip.ts'
import { findCurrency } from './currency.ts'
import { foldDigits } from './digits.ts'
import { foldSpace } from './fold-space.ts'
import { findNumbers, parseDecimal, toNumber } from './number.ts'

/** An amount in major units: `12.9` for $12.90. */
export interface Money {
  readonly amount: number
  /** ISO 4217. Absent: null, the text names none, or has a sign of several currencies. */
  readonly currency: string | null
}

/**
 * Parses a price.
 *
 * Absent: null, for text without an amount, and for percentages.
 */
export function parseMoney(text: string): Money | null {
  const [first] = findPlainNumbers(text)
  if (first === undefined) return null
  const currency = findCurrency(foldSpace(text))
  const amount = hasThousandths(first, currency) ? toNumber(first) : parseDecimal(first)
  return amount === null ? null : { amount, currency }
}

const PERCENTAGE = /%\s?\d+|(?<![\d.,])\d[\d.,]*\s?%/g

/** Numbers of a text, without percentages. */
function findPlainNumbers(text: string): string[] {
  return findNumbers(foldDigits(clipPhrase(text)).replace(PERCENTAGE, ' '))
}

/** Currencies with three decimals: "KWD 3.250" is 3.25. */
const IN_THOUSANDTHS: ReadonlySet<string> = new Set(['BHD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])
const THOUSANDTHS = /^\d+\.\d{3}$/

function hasThousandths(number: string, currency: string | null): boolean {
  return currency !== null && IN_THOUSANDTHS.has(currency) && THOUSANDTHS.test(number)
}

const HAS_PERCENTAGE = /[%٪％]/

/** Between the prices of a range: a dash or a word. A number after a slash or a bracket is not a price: "$5.00 /100 g". */
const RANGE_GAP = /^(?:[-–—~～]|[^/(（]{2,})$/

export interface MoneyRange extends Money {
  /** Upper end, greater than `amount`. Absent: null, for a single price. */
  readonly upper: number | null
}

/** Parses a price or a range of prices: `$19.60 - $35.64`. */
export function parseMoneyRange(text: string): MoneyRange | null {
  const money = parseMoney(text)
  if (money === null) return null
  // With a percentage, the second number is a saving: "EUR 4,99 Risparmia EUR 7,01 (58%)".
  const [first = '', second, ...more] = findNumbers(text)
  if (
    second === undefined ||
    more.length > 0 ||
    HAS_PERCENTAGE.test(text) ||
    !RANGE_GAP.test(between(text, first, second))
  )
    return { ...money, upper: null }
  const upper = parseDecimal(second)
  return { ...money, upper: upper !== null && upper > money.amount ? upper : null }
}

function between(text: string, first: string, second: string): string {
  const end = text.indexOf(first) + first.length
  const start = text.indexOf(second, end)
  return start < 0 ? ' - ' : text.slice(end, start)
}
