import { ShelfmarkError } from '../error/shelfmark-error.ts'
import { readAsin } from '../text/url.ts'

/** A requested ASIN in upper case. Absent: null, none was requested. Throws: `invalid_argument`, for another text. */
export function requireAsin(asin: string | undefined): string | null {
  if (asin === undefined) return null
  const known = readAsin(asin)
  if (known === null) throw new ShelfmarkError('invalid_argument', `Invalid ASIN "${asin}". Use 10 letters and digits.`)
  return known
}
