import * as v from 'valibot'
import { atMost, boolean, BOOLEANS, integerUpTo, isWellFormed, MAX_PAGES, oneOf, string } from '../record/params.ts'
import { described } from '../record/schema-parts.ts'
import { fieldsParam } from './fields-param.ts'
import type { AnyRecord } from '../record/define-record.ts'
import { placeParams, type ContractMarketplace, type PlaceParams } from './place-params.ts'
import { records, type DefinitionOf, type OwnParamsOf, type RecordName } from '../records/index.ts'

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

/** Parameters that every record has, checked, with defaults. */
interface SharedParams extends RenderParams, PlaceParams {
  readonly domain: string
  /** Form: `xx_YY`. Absent: null, the marketplace's own. */
  readonly language: string | null
  readonly add_html: boolean
  /** Whether the record gets its `provenance`. */
  readonly explain: boolean
  /** Fields of the record that are answered. Absent: null, all. Order: of the record. */
  readonly fields: readonly string[] | null
  /** Time for the retrieval, of all pages together. Unit: s. Absent: null, that of the service. */
  readonly timeout: number | null
}

/** Parameters of a request for a record, checked, with defaults. */
export type ParamsOf<Name extends RecordName = RecordName> = {
  readonly [N in Name]: SharedParams & Readonly<OwnParamsOf<N>>
}[Name]

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

/** Unit: s. */
const MAX_TIMEOUT = 45

/** `true` is the first of the areas. */
const screenshotArea = v.pipe(
  v.unknown(),
  v.transform((value) => BOOLEANS.get(value) ?? value),
  v.union([v.boolean(), v.picklist(SCREENSHOT_AREAS)], 'must be true, false, 1, 0, viewport or full'),
)

/** Parameter of a query that has the key of the caller. */
export const KEY_PARAM = 'api_key'
/** Parameter of an address that names the format of the answer. */
export const FORMAT_PARAM = 'format'

/** Member of an item of a batch: a text of the customer's own. */
export const REFERENCE = 'reference'

/** Longest reference. Unit: characters. */
export const MAX_REFERENCE = 200

/** Text of the customer's own that an item of a batch may carry. It comes back with the result. */
export const referenceSchema = v.pipe(v.string('must be a string'), atMost(MAX_REFERENCE), isWellFormed)

const language = described(
  v.optional(v.pipe(string, v.regex(/^[a-z]{2}_[A-Z]{2}$/, 'must have the form xx_YY, such as en_US'))),
  "Language and country, `xx_YY`. Default: the marketplace's own.",
)

const explain = described(
  v.optional(boolean, false),
  'Adds `provenance`: the selector that gave each value, what could not be read, and everything that was tried. About 4 times the size of the record of a product, 10 times that of a search. `1` and `0` are accepted too.',
)

const timeout = described(
  v.optional(integerUpTo(MAX_TIMEOUT)),
  'Seconds for the whole retrieval. After them: 502 `target_unreachable`, or 503 `unavailable` if most of them were the wait for a turn at the marketplace. An item of a batch waits for its turns as long as it takes. Default: 45, and 60 for a search of several pages and a product by its GTIN.',
)

const needsBrowser = 'Where no browser is configured: 501, with any value.'

const render_js = described(
  v.optional(boolean, false),
  `Renders the page in a browser, and reads what is shown then. 10 credits a page. ${needsBrowser}`,
)

/** Parameters that give one page. `note`: for records of several pages. */
function pageParams(note: string) {
  return {
    add_html: described(
      v.optional(boolean, false),
      `Adds the page as received under \`html\`.${note} \`1\` and \`0\` are accepted too.`,
    ),
    explain,
    timeout,
    render_js,
    screenshot: described(
      v.optional(screenshotArea, false),
      `Renders the page, and adds \`screenshot\`: what a window of 1280 x 900 pixels shows (\`viewport\` or \`true\`), or the whole page (\`full\`), as PNG in base64. 15 credits a page, which include \`render_js\`. ${needsBrowser}${note}`,
    ),
  }
}

/** What a record of several pages says about what gives one page. */
function noteOnePage({ pages, rest }: AnyRecord): string {
  const limits = [...(pages === null ? [] : ['`pages` above 1']), ...(rest === undefined ? [] : [`\`${rest.param}\``])]
  return limits.length === 0 ? '' : ` Not with ${limits.join(' or ')}.`
}

/** Schema of the parameters of a record, as they are passed. */
export type ParamSchema = v.ObjectSchema<v.ObjectEntries, undefined>

/** Schemas of parameters, by the name of the record. */
export type ParamSchemas = Readonly<Record<RecordName, ParamSchema>>

type EntriesOf<Name extends RecordName> = DefinitionOf<Name>['params']

/** Names of the parameters that have to be passed. */
type Required<Entries> = {
  [Key in keyof Entries]: Entries[Key] extends v.GenericSchema<infer Input>
    ? undefined extends Input
      ? never
      : Key
    : never
}[keyof Entries]

type Values<Entries> = {
  readonly [Key in keyof Entries]: Entries[Key] extends v.GenericSchema ? v.InferOutput<Entries[Key]> : never
}

/** Parameters of a record as a program passes them, besides those that all records share. */
export type QueryOf<Name extends RecordName> = {
  readonly [N in Name]: Pick<Values<EntriesOf<N>>, Required<EntriesOf<N>>> &
    Partial<Omit<Values<EntriesOf<N>>, Required<EntriesOf<N>>>>
}[Name]

/** Parameters as they are passed. The first marketplace is the default. */
export function paramSchemas(marketplaces: readonly ContractMarketplace[]): ParamSchemas {
  const domains = marketplaces.map((marketplace) => marketplace.domain)
  const [defaultDomain = ''] = domains
  const domain = described(v.optional(oneOf(domains), defaultDomain), 'Marketplace. Case-sensitive.')
  const place = placeParams(marketplaces)
  const schemas = records.map((record) => {
    const { query, ...own } = record.params
    const { add_html, ...shared } = pageParams(noteOnePage(record))
    const fields = fieldsParam(record)
    return [record.name, v.object({ query, domain, language, ...place, ...own, fields, add_html, ...shared })] as const
  })
  return Object.fromEntries<ParamSchema>(schemas) as ParamSchemas
}

/** Largest number of a page that can be asked for, and of pages. */
export { MAX_PAGES }
