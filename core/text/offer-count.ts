import { foldDigits } from './digits.ts'
import { foldSpace } from './fold-space.ts'

/** A number with what stands directly before and behind it. */
const NUMBER_IN_PLACE = /(\S*\s?)(?<![\d.,])(\d{1,3}(?:[.,]\d{3})+|\d+)(?![\d]|[.,]\d)(\s?\S*)/gu
const MONEY = /[$€£¥￥₹₺฿₩₪₫₽]|\b[A-Z]{3}\b|zł|\bkr\b|\bTL\b|Rs\.?|درهم|ريال|جنيه|%/

/**
 * Reads how many offers a link announces: "New & Used (10) from $5.99" and
 * "39 used & new" are 10 and 39.
 *
 * Absent: null for a text that holds prices alone.
 */
export function parseOfferCount(text: string): number | null {
  for (const [, before = '', number = '', behind = ''] of foldSpace(foldDigits(text)).matchAll(NUMBER_IN_PLACE)) {
    if (!MONEY.test(before) && !MONEY.test(behind)) return Number(number.replace(/[.,]/g, ''))
  }
  return null
}
