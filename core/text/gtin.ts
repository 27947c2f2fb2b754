import { foldDigits } from './digits.ts'

/** EAN-8, UPC-A, EAN-13 (an ISBN of 13 digits is one) and GTIN-14. */
const LENGTHS: ReadonlySet<number> = new Set([8, 12, 13, 14])
const LONGEST = 14
const SEPARATORS = /[\s-]/g
const DIGITS = /^\d+$/
/** A run of digits that hyphens may divide. Spaces divide codes of a list. */
const CODES = /(?<![\p{L}\p{N}-])\d[\d-]*(?![\p{L}\p{N}-])/gu
/** First digits of single books, of 14 digits. Others have the prefix 979, and no form of ten characters. */
const BOOKS = '0978'

/** A text that has the form of a GTIN: its digits, or what its last one would have to be. */
export type ReadGtin = { readonly gtin: string } | { readonly checkDigit: string }

/**
 * Reads a GTIN: an EAN of 8 or 13 digits, a UPC of 12, an ISBN of 13, or a GTIN of 14, with or without spaces and hyphens.
 * Absent: null, the text has another form.
 *
 * Source: GS1 General Specifications, section 7.9: the check digit.
 */
export function readGtin(text: string): ReadGtin | null {
  const gtin = digitsOf(text)
  if (!DIGITS.test(gtin) || !LENGTHS.has(gtin.length)) return null
  const checkDigit = gtinCheckDigit(gtin.slice(0, -1))
  return gtin.endsWith(checkDigit) ? { gtin } : { checkDigit }
}

/** A code without spaces and hyphens. */
export function digitsOf(text: string): string {
  return text.replaceAll(SEPARATORS, '')
}

/** The GTINs in a displayed text, as in "0730143315609, 7301433156092", each once. A code with a wrong check digit is not one. */
export function findGtins(text: string): readonly string[] {
  const codes = Array.from(foldDigits(text).matchAll(CODES), ([code]) => readGtin(code))
  return [...new Set(codes.flatMap((code) => (code !== null && 'gtin' in code ? [code.gtin] : [])))]
}

/** Whether two GTINs name the same: a UPC is an EAN that begins with 0. */
export function isSameGtin(one: string, other: string): boolean {
  return one.padStart(LONGEST, '0') === other.padStart(LONGEST, '0')
}

/** The form of ten characters of an ISBN, which marketplaces use as ASIN: of `9780306406157`, `0306406152`. Absent: null, it has none. */
export function isbn10Of(gtin: string): string | null {
  const digits = gtin.padStart(LONGEST, '0')
  if (!digits.startsWith(BOOKS)) return null
  const body = digits.slice(BOOKS.length, -1)
  const sum = Array.from(body).reduce((sum, digit, index) => sum + Number(digit) * (10 - index), 0)
  const check = (11 - (sum % 11)) % 11
  return `${body}${check === 10 ? 'X' : String(check)}`
}

/** The last digit of a GTIN, by those before it. */
export function gtinCheckDigit(body: string): string {
  const digits = Array.from(body.padStart(LONGEST - 1, '0'), Number)
  const sum = digits.reduce((sum, digit, index) => sum + digit * (index % 2 ? 1 : 3), 0)
  return String((10 - (sum % 10)) % 10)
}
