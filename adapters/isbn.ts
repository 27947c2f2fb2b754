/** Of books. Others have the prefix 979, and no form of ten characters. */
const PREFIX = '978'
const ISBN_13 = /^97[89]\d{10}$/
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
  if (!ISBN_13.test(digits)) return null
  const last = checkDigit13(digits)
  if (!digits.endsWith(last)) return { problem: `"${text}" is not an ISBN: its last digit would be ${last}` }
  if (!digits.startsWith(PREFIX)) return { problem: `"${text}" has no ISBN of 10 characters. Give its ASIN` }
  const body = digits.slice(PREFIX.length, -1)
  return { isbn10: `${body}${checkDigit10(body)}` }
}

function checkDigit13(digits: string): string {
  const sum = Array.from(digits.slice(0, 12)).reduce(
    (sum, digit, index) => sum + Number(digit) * (index % 2 ? 3 : 1),
    0,
  )
  return String((10 - (sum % 10)) % 10)
}

/** `body`: nine digits. */
function checkDigit10(body: string): string {
  const sum = Array.from(body).reduce((sum, digit, index) => sum + Number(digit) * (10 - index), 0)
  const check = (11 - (sum % 11)) % 11
  return check === 10 ? 'X' : String(check)
}
