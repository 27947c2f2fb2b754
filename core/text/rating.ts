import { findNumbers, parseDecimal } from './number.ts'

/** Maximum number of stars. */
export const SCALE = 5

/**
 * Parses an average of five to one decimal, in any order of words: "4.6 out of
 * 5 stars", "5つ星のうち4.6", "5 yıldız üzerinden 4,3".
 *
 * Absent: null, for text without a number above 0 and up to 5.
 */
export function parseRating(text: string): number | null {
  const numbers = findNumbers(text).map(parseDecimal)
  const [first, second] = numbers
  if (first === undefined || first === null) return null
  const isScaleFirst = first === SCALE && second !== undefined && second !== null && second <= SCALE
  const value = isScaleFirst ? second : first
  return value > 0 && value <= SCALE ? Math.round(value * 10) / 10 : null
}

/** Whether a text has no number but 0 and the maximum: "0.0 out of 5 stars". */
export function isUnrated(text: string): boolean {
  return findNumbers(text)
    .map(parseDecimal)
    .every((number) => number === 0 || number === SCALE)
}
