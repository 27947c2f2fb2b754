import { isInOtherCurrency } from '../text/currency.ts'
import { foldDigits } from '../text/digits.ts'
import type { Check, Evidence, Invariant } from './invariants.ts'

// Invariants of values that several records have.

type Amount = number | null

/** Of a price, and of the currency of all prices. */
export const ofPrice: readonly Invariant<{ readonly price: Amount; readonly currency: string }>[] = [
  {
    fields: ['price'],
    reason: 'nothing costs 0, unless its page says so',
    isBroken: ({ price }, evidence) => price === 0 && !saysFree('price', evidence),
    settle: () => ({ price: null }),
  },
  {
    fields: ['currency', 'price'],
    reason: 'the price is printed with the sign or the code of its currency',
    isBroken: ({ currency }, evidence) => isInOtherCurrency(textOf('price', evidence), currency),
  },
]

/** Of a price that can be a range. */
export const ofRange: readonly Invariant<{ readonly price: Amount; readonly price_upper: Amount }>[] = [
  {
    fields: ['price_upper', 'price'],
    reason: 'the upper end of a range is above its lower end',
    isBroken: ({ price, price_upper }) => price_upper !== null && (price === null || price_upper <= price),
    settle: () => ({ price_upper: null }),
  },
]

/** Of a price next to a struck one. */
export const ofStruckPrice: readonly Invariant<{ readonly price: Amount; readonly price_strikethrough: Amount }>[] = [
  {
    fields: ['price_strikethrough', 'price'],
    reason: 'a struck price is what the product cost before: more',
    isBroken: ({ price, price_strikethrough: struck }) => struck !== null && (price === null || struck <= price),
    settle: () => ({ price_strikethrough: null }),
  },
]

/** Percentages are rounded, or cut. */
const MAX_DISCOUNT_ERROR = 1

/** Of the saving next to a struck price. */
export const ofDiscount: readonly Check<{
  readonly price: Amount
  readonly price_strikethrough: Amount
  readonly discount_percentage: Amount
}>[] = [
  {
    fields: ['discount_percentage', 'price_strikethrough'],
    reason: 'the saving is the difference of the two prices, in percent of the struck one',
    isBroken: ({ price, price_strikethrough: struck, discount_percentage: percentage }) => {
      if (price === null || struck === null || percentage === null) return false
      return Math.abs(100 * (1 - price / struck) - percentage) > MAX_DISCOUNT_ERROR
    },
  },
]

/** Of an average with the number of ratings that it is made from. */
export const ofRating: readonly Check<{ readonly rating: Amount; readonly reviews_count: Amount }>[] = [
  {
    fields: ['reviews_count', 'rating'],
    reason: 'an average is made from ratings',
    isBroken: ({ rating, reviews_count }) => (reviews_count ?? 0) > 0 && rating === null,
  },
]

interface Stars {
  readonly rating: Amount
  readonly reviews_count: number
  readonly rating_stars_distribution: readonly { readonly rating: number; readonly percentage: number }[]
}

/** Five shares that are cut make up 96 at least, and 102 at most if they are rounded. A product without ratings has only zeros. */
const SUM_OF_SHARES = { least: 96, most: 102 }
/** The shop weighs ratings: the fewer there are, the more its average differs from that of the shares. */
const MANY_RATINGS = 100
const MAX_RATING_ERROR = { many: 0.4, few: 1.2 }

/** Of the shares of the numbers of stars. */
export const ofStars: readonly Check<Stars>[] = [
  {
    fields: ['rating', 'reviews_count'],
    reason: 'an average is made from ratings',
    isBroken: ({ rating, reviews_count }) => rating !== null && reviews_count === 0,
  },
  {
    fields: ['rating_stars_distribution'],
    reason: 'shares of one whole make up about 100 percent',
    isBroken: ({ rating_stars_distribution: shares }) => {
      const sum = sumOf(shares)
      return sum !== 0 && (sum < SUM_OF_SHARES.least || sum > SUM_OF_SHARES.most)
    },
  },
  {
    fields: ['rating_stars_distribution', 'rating'],
    reason: 'the average of the shares is about the average',
    isBroken: ({ rating, reviews_count, rating_stars_distribution: shares }) => {
      const sum = sumOf(shares)
      if (rating === null || sum === 0) return false
      const average = shares.reduce((total, share) => total + share.rating * share.percentage, 0) / sum
      const most = reviews_count < MANY_RATINGS ? MAX_RATING_ERROR.few : MAX_RATING_ERROR.many
      return Math.abs(average - rating) > most
    },
  },
]

function sumOf(shares: Stars['rating_stars_distribution']): number {
  return shares.reduce((sum, { percentage }) => sum + percentage, 0)
}

/** Zero as a whole price, in any notation: "$0.00", "0,00 €", "R$ 0", "$000" of raised cents; not "00", the cents of another price. */
const ZERO = /^[^\d.,]*0(?:[.,]0+|00)?[^\d.,]*$/

/** Whether the text that a price was read from says that the product is free. */
export function saysFree(field: string, evidence: Evidence): boolean {
  const text = textOf(field, evidence)
  return ZERO.test(foldDigits(text)) || evidence.words.says('free', text)
}

/** The text that a field was read from. Empty: it has no value, or was not read from a text. */
export function textOf(field: string, { trace }: { readonly trace: Pick<Evidence['trace'], 'wins'> }): string {
  return trace.wins.get(field)?.text ?? ''
}

/** Whether a date is a day of the calendar. Form: `YYYY-MM-DD`. */
export function isDay(date: string): boolean {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return day >= 1 && day <= daysOf(year, month)
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function daysOf(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0)
}
