import { clipPhrase } from './clip.ts'
import { isCurrencyCode } from './currency.ts'
import { foldDigits } from './digits.ts'
import { foldSpace } from './fold-space.ts'
import { parseDecimal } from './number.ts'

/** A number in a sentence. */
export interface Amount {
  readonly value: number
  /** A currency is directly before or after it. */
  readonly isMoney: boolean
  readonly isPercentage: boolean
}

/** Whether the text right after a number makes it an ordinal, not a count: `ª mano`, the second hand. */
export type IsOrdinal = (textAfter: string) => boolean

const NUMBER = /(\d{1,3}(?:[ '\u2019]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*)/g
const SIGN = '[$€£₹₺฿₩₪₫₽円\u20C1]|zł|Kč|Rs\\.?|R\\$|درهم|ريال|جنيه|ج\\.م\\.?|ر\\.س\\.?|د\\.إ\\.?'
const CURRENCY_BEFORE = new RegExp(`(?:${SIGN}|[¥￥]|(?<![A-Za-z])kr)\\s?$`)
/** The yen sign precedes its price: in "5 ￥1,234" it does not belong to the 5. */
const CURRENCY_AFTER = new RegExp(`^\\s?(?:${SIGN}|[¥￥](?!\\s?\\d)|kr(?![a-z])|(?:TL|KD)(?![A-Za-z]))`)
const CODE_BEFORE = /(?<![A-Za-z])([A-Z]{3})\s?$/
const CODE_AFTER = /^\s?([A-Z]{3})(?![A-Za-z])/
const PERCENT_AFTER = /^\s?%/
/** How far from a number its currency may be. Unit: characters. */
const REACH = 6

/** Finds the numbers of a text and distinguishes prices from counts: "12 others from $5.99". */
export function findAmounts(text: string, isOrdinal: IsOrdinal): Amount[] {
  const plain = foldSpace(foldDigits(clipPhrase(text)))
  return [...plain.matchAll(NUMBER)].flatMap(({ 0: number, index }) => {
    const value = parseDecimal(number)
    const end = index + number.length
    if (value === null || isOrdinal(plain.slice(end))) return []
    const before = plain.slice(Math.max(0, index - REACH), index)
    const after = plain.slice(end, end + REACH)
    return [
      {
        value,
        isMoney: CURRENCY_BEFORE.test(before) || CURRENCY_AFTER.test(after) || hasCode(before, after),
        isPercentage: PERCENT_AFTER.test(after),
      },
    ]
  })
}

/** Whether the code of a currency is right before or after a number. The code of a place is not one: "CEP 80010". */
function hasCode(before: string, after: string): boolean {
  return [CODE_BEFORE.exec(before), CODE_AFTER.exec(after)].some((found) => isCurrencyCode(found?.[1] ?? ''))
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
