import { foldAmounts, scanAmounts, type Amount } from './amounts.ts'
import { cutSigns, findCurrency } from './currency.ts'

/** An amount in major units: `12.9` for $12.90. */
export interface Money {
  readonly amount: number
  /** ISO 4217. Absent: null, the text names none, or has a sign of several currencies. */
  readonly currency: string | null
}

export interface MoneyRange extends Money {
  /** Upper end, greater than `amount`. Absent: null, for a single price. */
  readonly upper: number | null
}

/** Whether the text before an amount says that it is no longer the price: "Was". */
export type IsFormer = (textBefore: string) => boolean

/**
 * Parses a price.
 *
 * Absent: null, for text without an amount, for percentages, and for a year, a
 * date or a measure without a currency.
 */
export function parseMoney(text: string): Money | null {
  const range = parseMoneyRange(text)
  return range === null ? null : { amount: range.amount, currency: range.currency }
}

/**
 * Parses a price or a range of prices: `$19.60 - $35.64`. Of several numbers,
 * the price is the one next to a currency: `4 options from $439.34`.
 */
export function parseMoneyRange(text: string, isFormer: IsFormer = () => false): MoneyRange | null {
  const plain = foldAmounts(text).replace(SIGN_AS_MARK, '$1.$3 $2')
  const amounts = scanAmounts(plain).filter(({ isPercentage }) => !isPercentage)
  const [only, ...more] = amounts
  if (only === undefined) return null
  if (more.length === 0) return parseOnly(only, plain)
  const price = choosePrice(amounts, plain, isFormer)
  return price === null ? null : (findRange(price, amounts, plain) ?? toRange(price, null))
}

/** The sign in place of the decimal mark: "35€ 99", "£4 50". */
const SIGN_AS_MARK = /^(\D*\d+) ?([€£]) ?(\d{2})$/

/** A year, a date, or a number with a unit of measure, and nothing else. */
const NOT_A_PRICE =
  /^(?:(?:19|20)\d{2}|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d+(?:[.,]\d+)? ?(?:kg|g|mg|lbs?|oz|ml|cl|l|cm|mm|m))\.?$/i

/** The only amount of a text. Its currency can be anywhere. */
function parseOnly(only: Amount, plain: string): MoneyRange | null {
  if (only.isMoney) return toRange(only, null)
  const currency = findCurrency(plain)
  if (currency === null && (NOT_A_PRICE.test(plain) || findUnit(only, plain) !== null)) return null
  return { amount: only.value, currency, upper: null }
}

/** The price of a text with several numbers. Absent: null, nothing says which of them it is. */
function choosePrice(amounts: readonly Amount[], plain: string, isFormer: IsFormer): Amount | null {
  const priced = amounts.filter(({ isMoney }) => isMoney)
  const likely = priced.length > 0 ? priced : amounts.filter(({ hasCents }) => hasCents)
  const whole = likely.filter((amount) => findUnit(amount, plain) === null)
  // Where only the price of a unit is shown, it is the price; an instalment is not.
  const known = whole.length > 0 ? whole : priced.filter((amount) => !isInstalment(amount, amounts, plain))
  const current = known.length > 1 ? known.filter((amount) => !isFormer(textBefore(amount, amounts, plain))) : known
  return current[0] ?? known[0] ?? null
}

const UNIT = /^ ?\/ ?(\p{L}*)/u

/** How far from an amount its unit is looked for. Unit: characters. */
const REACH = 24

/** What an amount is the price of: "lb" for "$2.99/lb". Absent: null, of the whole product. */
function findUnit({ end }: Amount, plain: string): string | null {
  return UNIT.exec(cutSigns(plain.slice(end, end + REACH)))?.[1] ?? null
}

/** Whether a text counts the units of an amount: "33.33/mo (36 mo)". */
function isInstalment(amount: Amount, amounts: readonly Amount[], plain: string): boolean {
  const unit = findUnit(amount, plain)
  if (unit === null || unit === '') return false
  return amounts.some(
    (other) =>
      other !== amount &&
      plain
        .slice(other.end, other.end + REACH)
        .trimStart()
        .startsWith(unit),
  )
}

function textBefore({ start }: Amount, amounts: readonly Amount[], plain: string): string {
  const previous = amounts.findLast(({ end }) => end <= start)
  return cutSigns(plain.slice(previous?.end ?? 0, start))
}

/** Between the two ends of a range, and nothing else. */
const RANGE_MARK = /^ ?[-‐-―−~～〜] ?$/
const LETTER_AT_START = /^ ?\p{L}/u

/** A range that begins or ends with a price. Both ends have their currency, or one of them has that of both: "19,60 - 35,64 €". Absent: null. */
function findRange(price: Amount, amounts: readonly Amount[], plain: string): MoneyRange | null {
  const at = amounts.indexOf(price)
  const [previous, next] = [amounts[at - 1], amounts[at + 1]]
  if (next !== undefined && isRange(price, next, plain)) {
    const isEnd = next.isMoney || !LETTER_AT_START.test(plain.slice(next.end))
    return isEnd ? toRange(price, next.value) : null
  }
  if (previous?.start !== 0 || !isRange(previous, price, plain)) return null
  return { amount: previous.value, currency: price.currency, upper: price.value }
}

function isRange(lower: Amount, upper: Amount, plain: string): boolean {
  if (upper.value <= lower.value || !RANGE_MARK.test(cutSigns(plain.slice(lower.end, upper.start)))) return false
  return lower.isMoney === upper.isMoney || lower.hasCents === upper.hasCents
}

function toRange({ value, currency }: Amount, upper: number | null): MoneyRange {
  return { amount: value, currency, upper }
}
