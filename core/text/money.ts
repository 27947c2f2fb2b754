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
 * Absent: null, for text without an amount, for percentages, and for a year, a
 * date or a measure without a currency.
 */
export function parseMoney(text: string): Money | null {
  const plain = foldPrice(text)
  const currency = findCurrency(plain)
  const [first] = findNumbers(plain.replace(PERCENTAGE, ' '))
  if (first === undefined || (currency === null && NOT_A_PRICE.test(plain))) return null
  const amount = hasThousandths(first, currency) ? toNumber(first) : parseDecimal(first)
  return amount === null ? null : { amount, currency }
}

const PERCENTAGE = /%\s?\d+|(?<![\d.,])\d[\d.,]*\s?%/g

/** A space after the decimal mark: "$8. 94", "1.837, 32 €". */
const SPACE_IN_DECIMALS = /(\d[.,]) (?=\d{2}(?!\d))/g
/** No digit before the decimal mark: ".75 €". After a letter, the point ends an abbreviation: "Rs.75". */
const BARE_DECIMALS = /(?<![\p{L}\d.,])[.,](?=\d{2}(?!\d))/gu
/** The sign in place of the decimal mark: "35€ 99", "£4 50". */
const SIGN_AS_MARK = /^(\D*\d+) ?([€£]) ?(\d{2})$/

/** A price in one notation: spaces, digits, and a decimal mark that follows a digit directly. */
function foldPrice(text: string): string {
  return foldSpace(foldDigits(clipPhrase(text)))
    .replace(SPACE_IN_DECIMALS, '$1')
    .replace(BARE_DECIMALS, '0.')
    .replace(SIGN_AS_MARK, '$1.$3 $2')
}

/** A year, a date, or a number with a unit of measure, and nothing else. */
const NOT_A_PRICE =
  /^(?:(?:19|20)\d{2}|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d+(?:[.,]\d+)? ?(?:kg|g|mg|lbs?|oz|ml|cl|l|cm|mm|m))\.?$/i

/** Currencies with three decimals: "KWD 3.250" is 3.25. */
const IN_THOUSANDTHS: ReadonlySet<string> = new Set(['BHD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])
const THOUSANDTHS = /^\d+\.\d{3}$/

function hasThousandths(number: string, currency: string | null): boolean {
  return currency !== null && IN_THOUSANDTHS.has(currency) && THOUSANDTHS.test(number)
}

const HAS_PERCENTAGE = /%/

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
  const plain = foldPrice(text)
  // With a percentage, the second number is a saving: "EUR 4,99 Risparmia EUR 7,01 (58%)".
  const [first = '', second, ...more] = findNumbers(plain)
  if (
    second === undefined ||
    more.length > 0 ||
    HAS_PERCENTAGE.test(plain) ||
    !RANGE_GAP.test(between(plain, first, second))
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
