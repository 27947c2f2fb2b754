import * as v from 'valibot'
import { described } from '../record/schema-parts.ts'

/** Orders of search results. The first is the default. */
export const SEARCH_SORTS = ['best_match', 'price_asc', 'price_desc', 'avg_customer_review', 'newest'] as const

/**
 * Parameters that need a browser. Where none is configured, a request with one gets
 * `not_implemented`, with any value.
 *
 * Order: of the error body.
 */
export const ROADMAP_PARAMS = ['render_js', 'screenshot'] as const

type RoadmapParam = (typeof ROADMAP_PARAMS)[number]

/** Part of a rendered page that is pictured: what a window shows first, or the whole page. */
export const SCREENSHOT_AREAS = ['viewport', 'full'] as const
export type ScreenshotArea = (typeof SCREENSHOT_AREAS)[number]

/** How a browser renders the page, checked, with defaults. */
export interface RenderParams {
  /** Whether a browser renders the page. True for every screenshot. */
  readonly render_js: boolean
  /** Absent: null, no picture is taken. */
  readonly screenshot: ScreenshotArea | null
}

/** Parameters of a product request, checked, with defaults. */
export interface ProductParams extends RenderParams {
  /** ASIN, upper case. */
  readonly query: string
  readonly domain: string
  /** Form: `xx_YY`. Absent: null, the marketplace's own. */
  readonly language: string | null
  readonly add_html: boolean
  /** Whether the record gets its `provenance`. */
  readonly explain: boolean
  /** Time for the retrieval. Unit: s. Absent: null, that of the service. */
  readonly timeout: number | null
}

/** Parameters of a search request, checked, with defaults. */
export interface SearchParams extends RenderParams {
  readonly query: string
  readonly domain: string
  /** Form: `xx_YY`. Absent: null, the marketplace's own. */
  readonly language: string | null
  readonly sort_by: (typeof SEARCH_SORTS)[number]
  /** First page, from 1 to 10. */
  readonly start_page: number
  /** Number of pages, from 1 to 10. */
  readonly pages: number
  readonly add_html: boolean
  /** Whether the response gets its `provenance`. */
  readonly explain: boolean
  /** Time for all pages together. Unit: s. Absent: null, that of the service. */
  readonly timeout: number | null
}

/** A wrong parameter and its rule. */
export interface ParamDetail {
  readonly param: string
  /** The rule, in words that follow the name: "must be true, false, 1 or 0". */
  readonly message: string
}

/** Why parameters are refused. At most one of the lists is empty. */
export interface ParamRefusal {
  readonly ok: false
  /** Every wrong parameter, once. Order: of the interface. */
  readonly details: readonly ParamDetail[]
  /** Parameters that were passed and need a browser that is not there. Order: of the interface. */
  readonly roadmap: readonly RoadmapParam[]
}

export type ParsedParams<T> = { readonly ok: true; readonly params: T } | ParamRefusal

const INTEGER_TEXT = /^[0-9]{1,9}$/
/** Half of a surrogate pair, or the character that replaces bytes that are not UTF-8. */
const BROKEN_TEXT = /\p{Surrogate}|\uFFFD/u
/** Counts characters (code points), as JSON Schema does. */
const SHORT_ENOUGH = /^.{0,500}$/su
const SHORT_REFERENCE = /^.{0,200}$/su
const MAX_PAGES = 10
/** Unit: s. */
const MAX_TIMEOUT = 45

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

const boolean = v.pipe(
  v.unknown(),
  v.transform((value) => BOOLEANS.get(value) ?? value),
  v.boolean('must be true, false, 1 or 0'),
)

/** `true` is the first of the areas. */
const screenshotArea = v.pipe(
  v.unknown(),
  v.transform((value) => BOOLEANS.get(value) ?? value),
  v.union([v.boolean(), v.picklist(SCREENSHOT_AREAS)], 'must be true, false, 1, 0, viewport or full'),
)

/** A whole number from 1, in a query string and in an item. */
function integerUpTo(max: number) {
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

const pageNumber = integerUpTo(MAX_PAGES)

/** Checked before it is upper-cased: upper case makes two letters of `ß`, and an ASCII letter of `ı`. */
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

/** Text of the customer's own that an item of a batch may carry. It comes back with the result. */
export const referenceSchema = v.pipe(
  v.string('must be a string'),
  v.check((text) => SHORT_REFERENCE.test(text), 'must be at most 200 characters long'),
  v.check((text) => !BROKEN_TEXT.test(text), 'must be well-formed text, in UTF-8'),
)

const language = v.pipe(string, v.regex(/^[a-z]{2}_[A-Z]{2}$/, 'must have the form xx_YY, such as en_US'))
const sort = v.picklist(SEARCH_SORTS, `must be one of: ${SEARCH_SORTS.join(', ')}`)

const add_html = described(
  v.optional(boolean, false),
  'Adds the page as received under `html`. `1` and `0` are accepted too.',
)

const explain = described(
  v.optional(boolean, false),
  'Adds `provenance`: the selector that gave each value, what could not be read, and everything that was tried. About 4 times the size of the record of a product, 10 times that of a search. `1` and `0` are accepted too.',
)

const timeout = described(
  v.optional(integerUpTo(MAX_TIMEOUT)),
  'Seconds for the whole retrieval. After them: 502 `target_unreachable`, or 503 `unavailable` if most of them were the wait for a turn at the marketplace. An item of a batch waits for its turns as long as it takes. Default: 45, and 60 for a search of several pages.',
)

const needsBrowser = 'Where no browser is configured: 501, with any value.'

const render_js = described(
  v.optional(boolean, false),
  `Renders the page in a browser, and reads what is shown then. 10 credits a page. ${needsBrowser}`,
)

const screenshotText = `Renders the page, and adds \`screenshot\`: what a window of 1280 x 900 pixels shows (\`viewport\` or \`true\`), or the whole page (\`full\`), as PNG in base64. 15 credits a page, which include \`render_js\`. ${needsBrowser}`

const screenshot = v.optional(screenshotArea, false)

/** Parameters as they are passed. `domains`: the marketplaces; the first is the default. */
export function paramSchemas(domains: readonly string[]) {
  const known = v.picklist(domains, `must be one of: ${domains.join(', ')}`)
  const [defaultDomain = ''] = domains
  const domain = described(v.optional(known, defaultDomain), 'Marketplace. Case-sensitive.')
  const product = v.object({
    query: described(
      asin,
      '10-character ASIN, or 10-character ISBN of a book. Case and surrounding spaces are ignored.',
    ),
    domain,
    language: described(v.optional(language), "Language and country, `xx_YY`. Default: the marketplace's own."),
    add_html,
    explain,
    timeout,
    render_js,
    screenshot: described(screenshot, screenshotText),
  })
  const search = v.object({
    query: described(keywords, 'Search keywords. Surrounding spaces are ignored.'),
    domain,
    language: described(v.optional(language), "Language and country, `xx_YY`. Default: the marketplace's own."),
    sort_by: described(v.optional(sort, SEARCH_SORTS[0]), 'Order of the results.'),
    // Without a default in the schema: a page that fills it in would send two different pages for `page=2`.
    start_page: described(v.optional(pageNumber), 'First page. Default: 1.'),
    pages: described(v.optional(pageNumber, 1), 'Number of consecutive pages; each counts as a request.'),
    page: described(
      v.optional(pageNumber),
      'Another name of `start_page`. If both are passed, they must have the same value.',
    ),
    add_html: described(
      v.optional(boolean, false),
      'Adds the page as received under `html`. Not with `pages` above 1. `1` and `0` are accepted too.',
    ),
    explain,
    timeout,
    render_js,
    screenshot: described(screenshot, `${screenshotText} Not with \`pages\` above 1.`),
  })
  return { product, search }
}

export type ParamSchemas = ReturnType<typeof paramSchemas>
