import { clipPhrase } from './clip.ts'
import { foldDigits } from './digits.ts'
import { foldSpace } from './fold-space.ts'
import { parseDecimal } from './number.ts'

/** A number of a running text. */
export interface Amount {
  readonly value: number
  /** A currency stands directly before or behind it. */
  readonly isMoney: boolean
  readonly isPercentage: boolean
}

const NUMBER_IN_PLACE = /(\d{1,3}(?:[ '\u2019]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*)/g
const SIGN = '[$€£₹₺฿₩₪₫₽円\u20C1]|zł|Kč|Rs\\.?|R\\$|درهم|ريال|جنيه|ج\\.م\\.?|ر\\.س\\.?|د\\.إ\\.?'
const CURRENCY_BEFORE = new RegExp(`(?:${SIGN}|[¥￥]|(?<![A-Za-z])kr|(?<![A-Za-z])[A-Z]{3})\\s?$`)
/** The yen sign stands before its price: in "5 ￥1,234" it is not that of the 5. */
const CURRENCY_BEHIND = new RegExp(`^\\s?(?:${SIGN}|[¥￥](?!\\s?\\d)|kr(?![a-z])|TL(?![A-Za-z])|[A-Z]{3}(?![A-Za-z]))`)
const PERCENT_BEHIND = /^\s?%/
const ORDINAL_BEHIND = /^(?:\.?(?:[ªº]|a\s)|(?:e\s|de?)hands|\.?\sel(?!\p{L}))/iu
const REACH = 6

/** Finds the numbers of a text, and tells prices from counts: "12 others from $5.99". */
export function findAmounts(text: string): Amount[] {
  const plain = foldSpace(foldDigits(clipPhrase(text)))
  return [...plain.matchAll(NUMBER_IN_PLACE)].flatMap(({ 0: number, index }) => {
    const value = parseDecimal(number)
    // "de 2ª mano", "2e hands", "2. el": the second hand.
    if (value === null || ORDINAL_BEHIND.test(plain.slice(index + number.length))) return []
    const before = plain.slice(Math.max(0, index - REACH), index)
    const behind = plain.slice(index + number.length, index + number.length + REACH)
    return [
      {
        value,
        isMoney: CURRENCY_BEFORE.test(before) || CURRENCY_BEHIND.test(behind),
        isPercentage: PERCENT_BEHIND.test(behind),
      },
    ]
  })
}

/**
 * Reads how many offers a link announces: "New & Used (10) from $5.99" and
 * "39 used & new" are 10 and 39.
 *
 * Absent: null for a text that holds prices alone.
 */
export function parseOfferCount(text: string): number | null {
  const count = findAmounts(text).find(({ isMoney, isPercentage }) => !isMoney && !isPercentage)
  return count !== undefined && Number.isInteger(count.value) ? count.value : null
}
