import { isbn10Of, readGtin } from '../core/index.ts'

const ISBN_10 = /^\d{9}[\dX]$/i
const SEPARATORS = /[\s-]/g

/**
 * The form of ten characters of an ISBN, which marketplaces use as ASIN: of `978-0-306-40615-7`, `0306406152`. Absent:
 * null, the text is not an ISBN with 13 digits, or with separators.
 *
 * Gives a text that says what is wrong, when there is no such form.
 */
export function readIsbn(text: string): { readonly isbn10: string } | { readonly problem: string } | null {
  const digits = text.replaceAll(SEPARATORS, '')
  if (ISBN_10.test(digits)) return digits === text ? null : { isbn10: digits.toUpperCase() }
  const read = readGtin(text)
  if (read === null) return null
  if ('checkDigit' in read) {
    return { problem: `"${text}" is not an ISBN: its last digit would be ${read.checkDigit}` }
  }
  const isbn10 = isbn10Of(read.gtin)
  return isbn10 === null ? { problem: `"${text}" has no ISBN of 10 characters. Give its ASIN` } : { isbn10 }
}
