import { clipPhrase } from './clip.ts'
import { cutSigns, signAtEnd, signAtStart, type CurrencySign } from './currency.ts'
import { foldDigits } from './digits.ts'
import { foldSpace } from './fold-space.ts'
import { parseDecimal, toNumber } from './number.ts'

/** A number in a text. */
export interface Amount {
  readonly value: number
  /** A currency is directly before or after it. */
  readonly isMoney: boolean
  /** ISO 4217. Absent: null, no currency is next to it, or only a sign of several. */
  readonly currency: string | null
  readonly isPercentage: boolean
  /** It has two decimals, as prices do. */
  readonly hasCents: boolean
  /** Index of its first character, and of the one after its last. */
  readonly start: number
  readonly end: number
}

/** Whether the text right after a number makes it an ordinal, not a count: `ª mano`, the second hand. */
export type IsOrdinal = (textAfter: string) => boolean

const NUMBER = /\d{1,3}(?:[ '\u2019]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*/g
const CENTS = /[.,]\d{2}$/
const PERCENT_AFTER = /^\s?%/
const PERCENT_BEFORE = /%\s?$/

/** Spaces around the decimal mark: "$8. 94", "1.837, 32 €", "₹ 56 . 00". */
const SPACE_IN_DECIMALS = /(\d) ?([.,]) (?=\d{2}(?![.,]?\d))/g
/** No digit before the decimal mark: ".75 €". After a letter, the point ends an abbreviation: "Rs.75". */
const BARE_DECIMALS = /(?<![\p{L}\d.,])[.,](?=\d{2}(?!\d))/gu

/** A text in one notation: spaces, digits, and a decimal mark between digits. */
export function foldAmounts(text: string): string {
  return foldSpace(foldDigits(clipPhrase(text)))
    .replace(SPACE_IN_DECIMALS, '$1$2')
    .replace(BARE_DECIMALS, '0.')
}

/** Finds the numbers of a text and distinguishes prices from counts: "12 others from $5.99". */
export function findAmounts(text: string, isOrdinal: IsOrdinal): Amount[] {
  const plain = foldAmounts(text)
  return scanAmounts(plain).filter(({ end }) => !isOrdinal(plain.slice(end)))
}

/** All numbers of a folded text that are small enough for an amount. */
export function scanAmounts(plain: string): Amount[] {
  const numbers = [...plain.matchAll(NUMBER)]
  const ends = numbers.map(({ 0: number, index }) => index + number.length)
  /** Texts between the numbers: the one before the first, ... the one after the last. */
  const gaps = [...numbers, { index: plain.length }].map(({ index }, at) => plain.slice(ends[at - 1] ?? 0, index))
  const signs = numbers.length === 1 ? [signOfOnly(gaps)] : assignSigns(numbers, gaps)
  let isShared = false
  return numbers.flatMap(({ 0: number, index }, at) => {
    const sign = signs[at] ?? null
    const after = gaps[at + 1] ?? ''
    // "15 % 12": the sign belongs to the 15.
    const isPercentage = PERCENT_AFTER.test(after) || (!isShared && PERCENT_BEFORE.test(gaps[at] ?? ''))
    isShared = isPercentage && PERCENT_AFTER.test(after)
    const value = parseAmount(number, sign)
    if (value === null) return []
    const currency = sign?.currency ?? null
    const end = index + number.length
    return [{ value, isMoney: sign !== null, currency, isPercentage, hasCents: CENTS.test(number), start: index, end }]
  })
}

/** Currencies with three decimals: "KWD 3.250" is 3.25. */
const IN_THOUSANDTHS: ReadonlySet<string | null> = new Set(['BHD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])
const THOUSANDTHS = /^\d+\.\d{3}$/

function parseAmount(number: string, sign: CurrencySign | null): number | null {
  const isInThousandths = sign !== null && IN_THOUSANDTHS.has(sign.currency) && THOUSANDTHS.test(number)
  return isInThousandths ? toNumber(number) : parseDecimal(number)
}

function signOfOnly([before = '', after = '']: readonly string[]): CurrencySign | null {
  return signAtEnd(before) ?? signAtStart(after)
}

/** The sign of each of several numbers: before or after it. A sign between two numbers belongs to one of them. */
function assignSigns(numbers: readonly RegExpExecArray[], gaps: readonly string[]): (CurrencySign | null)[] {
  const last = numbers.length
  const isBefore = signAtEnd(gaps[0] ?? '') !== null
  const isAfter = signAtStart(gaps[last] ?? '') !== null
  const isOfRight = gaps.map((gap, at) => {
    const sign = signAtStart(gap)
    if (at === 0 || at === last || sign === null || signAtEnd(gap) === null || cutSigns(gap).trim() !== '') return null
    if (sign.isLeading) return true
    if (gap.startsWith(' ') !== gap.endsWith(' ')) return gap.startsWith(' ')
    // The other amounts of the text have their signs on the same side.
    if (isBefore !== isAfter) return isBefore
    return CENTS.test(numbers[at]?.[0] ?? '') && !CENTS.test(numbers[at - 1]?.[0] ?? '')
  })
  return numbers.map((_, at) => {
    const before = isOfRight[at] === false ? null : signAtEnd(gaps[at] ?? '')
    if (before !== null) return before
    const after = isOfRight[at + 1] === true ? null : signAtStart(gaps[at + 1] ?? '')
    return after?.isLeading === true ? null : after
  })
}

/**
 * Reads how many offers a link announces: "New & Used (10) from $5.99" and
 * "39 used & new" are 10 and 39.
 *
 * Absent: null, for a text that holds only prices.
 */
export function parseOfferCount(text: string, isOrdinal: IsOrdinal): number | null {
  const count = findAmounts(text, isOrdinal).find(({ isMoney, isPercentage }) => !isMoney && !isPercentage)
  return count !== undefined && Number.isInteger(count.value) ? count.value : null
}
