import * as v from 'valibot'
import { DOMAINS } from './domains.ts'
import { SEARCH_SORTS } from './sorts.ts'

const INTEGER_TEXT = /^[0-9]{1,9}$/
/** Half a character, or what stands for bytes that are no UTF-8. */
const BROKEN_TEXT = /\p{Surrogate}|\uFFFD/u
/** Counts characters (code points), as JSON Schema does. */
const SHORT_ENOUGH = /^.{0,500}$/su
const MAX_PAGES = 10

/** Spellings of a boolean, in a query string and in an item. */
const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['0', false],
  [0, false],
])

const string = v.string((issue) => (issue.input === undefined ? 'is required' : 'must be a string'))

/** What is not said is the default; what is said otherwise stays as it is, for the boolean to refuse. */
const boolean = v.pipe(
  v.unknown(),
  v.transform((value) => BOOLEANS.get(value) ?? value),
  v.boolean('must be true, false, 1 or 0'),
)

const pageRange = `must be an integer from 1 to ${MAX_PAGES}`

const pageNumber = v.pipe(
  v.unknown(),
  v.transform((value) => (typeof value === 'string' && INTEGER_TEXT.test(value) ? Number(value) : value)),
  v.number(pageRange),
  v.integer(pageRange),
  v.minValue(1, pageRange),
  v.maxValue(MAX_PAGES, pageRange),
)

/** Looked at before it is upper-cased: `ß` would become two letters, `ı` an ASCII one. */
const asin = v.pipe(
  string,
  v.trim(),
  v.regex(/^[A-Za-z0-9]{10}$/, 'must be an ASIN or ISBN: 10 letters or digits'),
  v.toUpperCase(),
)

const keywords = v.pipe(
  string,
  v.trim(),
  v.minLength(1, 'must not be empty'),
  v.check((text) => SHORT_ENOUGH.test(text), 'must be at most 500 characters long'),
  v.check((text) => !BROKEN_TEXT.test(text), 'must be well-formed text, in UTF-8'),
  v.metadata({ maxLength: 500 }),
)

const domain = v.picklist(DOMAINS, `must be one of: ${DOMAINS.join(', ')}`)
const language = v.pipe(string, v.regex(/^[a-z]{2}_[A-Z]{2}$/, 'must have the form xx_YY, such as en_US'))
const sort = v.picklist(SEARCH_SORTS, `must be one of: ${SEARCH_SORTS.join(', ')}`)

const described = <T extends v.GenericSchema>(schema: T, text: string) => v.pipe(schema, v.description(text))

/** Parameters of a product request, as they are passed. */
export const productParamsSchema = v.object({
  query: described(
    asin,
    '10-character ASIN, or 10-character ISBN of a book. Case and surrounding blanks do not count.',
  ),
  domain: described(v.optional(domain, DOMAINS[0]), 'Marketplace. Case counts.'),
  language: described(v.optional(language), "Language and country, `xx_YY`. Default: the marketplace's own."),
  add_html: described(
    v.optional(boolean, false),
    'Attaches the page as received under `html`. `1` and `0` do as well.',
  ),
})

/** Parameters of a search request, as they are passed. */
export const searchParamsSchema = v.object({
  query: described(keywords, 'Search keywords. Surrounding blanks do not count.'),
  domain: productParamsSchema.entries.domain,
  sort_by: described(v.optional(sort, SEARCH_SORTS[0]), 'Order of the results.'),
  start_page: described(v.optional(v.pipe(pageNumber, v.metadata({ default: 1 }))), 'First page.'),
  pages: described(v.optional(pageNumber, 1), 'Number of consecutive pages; each counts as a request.'),
  page: described(
    v.optional(pageNumber),
    'Another name of `start_page`, with its default. The two together must have the same value.',
  ),
  add_html: productParamsSchema.entries.add_html,
})
