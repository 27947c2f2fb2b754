import * as v from 'valibot'
import { describeChoice } from '../error/similar.ts'
import { digitsOf, readGtin } from '../text/gtin.ts'

/** Parameters of a request, as a query string or an item of a batch has them. */
export const MAX_PAGES = 10

const INTEGER_TEXT = /^[0-9]{1,9}$/
/** Half of a surrogate pair, or the character that replaces bytes that are not UTF-8. */
const BROKEN_TEXT = /\p{Surrogate}|\uFFFD/u

/** Spellings of a boolean, in a query string and in an item. */
export const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['0', false],
  [0, false],
])

export const string = v.string((issue) => (issue.input === undefined ? 'is required' : 'must be a string'))

export const boolean = v.pipe(
  v.unknown(),
  v.transform((value) => BOOLEANS.get(value) ?? value),
  v.boolean('must be true, false, 1 or 0'),
)

/** One of some names. */
export function oneOf<const Names extends readonly string[]>(
  names: Names,
): v.PicklistSchema<Names, v.ErrorMessage<v.PicklistIssue>> {
  return v.picklist(names, ({ input }) => describeChoice(input, names))
}

/** A whole number from 1, in a query string and in an item. */
export function integerUpTo(max: number) {
  const range = `must be an integer from 1 to ${max}`
  return v.pipe(
    v.unknown(),
    v.transform((value) => (typeof value === 'string' && INTEGER_TEXT.test(value) ? Number(value) : value)),
    v.number(range),
    v.integer(range),
    v.minValue(1, range),
    v.maxValue(max, range),
  )
}

/** Text of limited length. Counts characters (code points), as JSON Schema does. */
export function atMost(maxLength: number) {
  const isShort = new RegExp(`^.{0,${maxLength}}$`, 'su')
  return v.check((text: string) => isShort.test(text), `must be at most ${maxLength} characters long`)
}

export const isWellFormed = v.check((text: string) => !BROKEN_TEXT.test(text), 'must be well-formed text, in UTF-8')

/** Checked before it is upper-cased: upper case makes two letters of `ß`, and an ASCII letter of `ı`. */
export const asinParam = v.pipe(
  string,
  v.trim(),
  v.regex(/^[A-Za-z0-9]{10}$/, 'must be an ASIN or ISBN: 10 letters or digits'),
  v.toUpperCase(),
)

const PRODUCT_RULE = 'must be an ASIN or ISBN of 10 letters or digits, or a GTIN of 8, 12, 13 or 14 digits'

/** An ASIN, or the digits of a GTIN. */
export const productParam = v.pipe(
  string,
  v.trim(),
  v.transform((text) => (readGtin(text) === null ? text.replace(ASIN, upperCase) : digitsOf(text))),
  v.string(),
  v.regex(/^(?:[A-Z0-9]{10}|\d{8}|\d{12,14})$/, PRODUCT_RULE),
  v.check(
    (text) => checkDigitFor(text) === null,
    ({ input }) => `must be a GTIN: the last digit of ${input} would be ${checkDigitFor(input)}`,
  ),
)

const ASIN = /^[A-Za-z0-9]{10}$/
const upperCase = (asin: string): string => asin.toUpperCase()

/** The last digit that would make a text a GTIN. Absent: null, it is one, or has another form. */
function checkDigitFor(text: string): string | null {
  const read = readGtin(text)
  return read !== null && 'checkDigit' in read ? read.checkDigit : null
}

/** Values of a parameter that can be passed several times: in a query string, or as a list in an item of a batch. */
export function repeatable<const Item extends v.GenericSchema>(item: Item, maxItems: number) {
  return v.pipe(
    v.unknown(),
    v.transform((value) => (Array.isArray(value) ? value : [value])),
    v.array(item),
    v.minLength(1, 'must not be an empty list'),
    v.maxLength(maxItems, `must be passed at most ${maxItems} times`),
  )
}

const AMOUNT_TEXT = /^[0-9]{1,9}(?:\.[0-9]{1,2})?$/
const MAX_AMOUNT = 999_999_999.99
const AMOUNT_RULE = 'must be an amount in major units with at most two decimals, such as 19.99'

/** An amount of money. Unit: major units of the currency of the marketplace. */
export const amountParam = v.pipe(
  v.unknown(),
  v.transform((value) => (typeof value === 'string' && AMOUNT_TEXT.test(value) ? Number(value) : value)),
  v.number(AMOUNT_RULE),
  v.check((value) => AMOUNT_TEXT.test(String(value)), AMOUNT_RULE),
  v.minValue(0, AMOUNT_RULE),
  v.maxValue(MAX_AMOUNT, AMOUNT_RULE),
)

/** Id of a seller. Checked before it is upper-cased, as an ASIN. */
export const sellerParam = v.pipe(
  string,
  v.trim(),
  v.regex(/^[Aa][A-Za-z0-9]{9,20}$/, 'must be the id of a seller: A, and 9 to 20 letters or digits'),
  v.toUpperCase(),
)

const MAX_KEYWORDS = 500

/** Search keywords. */
export const keywordsParam = v.pipe(
  string,
  v.trim(),
  v.minLength(1, 'must not be empty'),
  atMost(MAX_KEYWORDS),
  isWellFormed,
  v.metadata({ maxLength: MAX_KEYWORDS }),
)
