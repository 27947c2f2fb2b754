import { clipPhrase } from './clip.ts'
import { foldDigits } from './digits.ts'
import { foldSpace } from './fold-space.ts'

/**
 * A number as pages write it: groups of three separated by spaces or
 * apostrophes, or digits with points and commas in any grouping (`1,23,456.00`).
 */
const NUMBER = /\d{1,3}(?:[ '\u2019]\d{3})+(?![\d])(?:[.,]\d+)?|\d+(?:[.,]\d+)*/g
const SPACE_OR_APOSTROPHE = /[ '\u2019]/g
const SEPARATOR = /[.,]/g

/** All numbers of a text as written, in ASCII digits. */
export function findNumbers(text: string): string[] {
  return foldSpace(foldDigits(clipPhrase(text))).match(NUMBER) ?? []
}

/**
 * Value of digits with or without a decimal point.
 *
 * Absent: null, beyond the largest safe integer, which is neither a price nor a count.
 */
export function toNumber(digits: string): number | null {
  const number = Number(digits)
  return number <= Number.MAX_SAFE_INTEGER ? number : null
}

/**
 * Value of a number in any notation. Of points and commas, the last kind is the
 * decimal mark; a separator that occurs several times groups; a single one
 * groups before exactly three digits (`1.226`), and is the decimal mark before
 * any other number of digits.
 *
 * Absent: null, for text that is not a number.
 */
export function parseDecimal(number: string): number | null {
  const digits = number.replace(SPACE_OR_APOSTROPHE, '')
  if (/^\d+$/.test(digits)) return toNumber(digits)
  if (!/^\d+(?:[.,]\d+)*$/.test(digits)) return null
  const mark = findDecimalMark(digits)
  const whole = mark < 0 ? digits : digits.slice(0, mark)
  const fraction = mark < 0 ? '' : digits.slice(mark + 1)
  return toNumber(`${whole.replace(SEPARATOR, '')}.${fraction}`)
}

/** Index of the decimal mark; -1 without one. */
function findDecimalMark(digits: string): number {
  const separators = [...digits.matchAll(SEPARATOR)]
  const last = separators.at(-1)
  if (last === undefined) return -1
  const isMixed = separators.some(([separator]) => separator !== last[0])
  if (isMixed) return separators.filter(([separator]) => separator === last[0]).length === 1 ? last.index : -1
  if (separators.length > 1) return -1
  const whole = digits.slice(0, last.index)
  const groups = digits.length - last.index - 1 === 3 && whole.length <= 3 && !/^0+$/.test(whole)
  return groups ? -1 : last.index
}
