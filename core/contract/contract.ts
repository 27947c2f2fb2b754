import * as v from 'valibot'
import {
  paramSchemas,
  ROADMAP_PARAMS,
  SCREENSHOT_AREAS,
  type ParamSchemas,
  type ParsedParams,
  type ProductParams,
  type RenderParams,
  type ScreenshotArea,
  type SearchParams,
} from './params.ts'
import { parseBatch, type BatchParams, type ItemParsers } from './parse-batch.ts'

/**
 * Origin of parameters: a query string (`URLSearchParams`), or an item of a
 * batch, which is a JSON object with the same names.
 */
export type ParamSource = QueryString | Readonly<Record<string, unknown>>

interface QueryString {
  getAll(name: string): readonly string[]
}

/** The requests of the interface, for a list of marketplaces. */
export interface Contract {
  readonly schemas: ParamSchemas
  /** Parses the parameters of a product request. Unknown ones are ignored. */
  readonly parseProductParams: (source: ParamSource) => ParsedParams<ProductParams>
  /** Parses the parameters of a search request. Unknown ones are ignored. */
  readonly parseSearchParams: (source: ParamSource) => ParsedParams<SearchParams>
  /** Parses the JSON body of a batch: all of it, or every mistake in it. Unknown members are ignored. */
  readonly parseBatch: (body: unknown) => ParsedParams<BatchParams>
}

export interface ContractOptions {
  /** Whether pages can be rendered. If not, a request for that is refused, whatever else it says. */
  readonly hasBrowser: boolean
}

/** Defines the requests of the interface. `domains`: the marketplaces; the first is the default. */
export function defineContract(domains: readonly string[], { hasBrowser }: ContractOptions): Contract {
  const schemas = paramSchemas(domains)
  const missing = hasBrowser ? [] : ROADMAP_PARAMS
  const parseProductParams: Contract['parseProductParams'] = (source) => {
    const parsed = parseParams(source, schemas.product, missing)
    if (!parsed.ok) return parsed
    return { ok: true, params: normalize(parsed.params) }
  }
  const parseSearchParams: Contract['parseSearchParams'] = (source) => {
    const parsed = parseParams(source, schemas.search, missing, (values) => ({
      ...findTwoStarts(values, schemas),
      ...findManyPagesInOne('add_html', values, schemas),
      ...findManyPagesInOne('screenshot', values, schemas),
    }))
    if (!parsed.ok) return parsed
    const { page, start_page, ...params } = parsed.params
    return { ok: true, params: { ...normalize(params), start_page: start_page ?? page ?? 1 } }
  }
  /** An item is parsed as the endpoint parses its query. */
  const parsers: ItemParsers = {
    'market.product': { parse: parseProductParams, members: Object.keys(schemas.product.entries) },
    'market.search': { parse: parseSearchParams, members: Object.keys(schemas.search.entries) },
  }
  return { schemas, parseProductParams, parseSearchParams, parseBatch: (body) => parseBatch(body, parsers) }
}

interface Parsed {
  readonly language?: string | undefined
  readonly timeout?: number | undefined
  readonly render_js: boolean
  readonly screenshot: boolean | ScreenshotArea
}

type Normalized<Params> = Omit<Params, keyof Parsed> &
  RenderParams & { readonly language: string | null; readonly timeout: number | null }

/** Parameters with null for those that were not given and have no default, and with one spelling of what is rendered. */
function normalize<Params extends Parsed>(params: Params): Normalized<Params> {
  const { language = null, timeout = null, render_js, screenshot: wanted } = params
  const [usual] = SCREENSHOT_AREAS
  const screenshot = typeof wanted === 'string' ? wanted : wanted ? usual : null
  return { ...params, language, timeout, render_js: render_js || screenshot !== null, screenshot }
}

type Values = Readonly<Record<string, unknown>>
type Messages = Readonly<Record<string, string>>

/** `page` and `start_page` are two names of one parameter. */
function findTwoStarts({ page, start_page }: Values, { search }: ParamSchemas): Messages {
  const { entries } = search
  const [one, other] = [v.safeParse(entries.page, page), v.safeParse(entries.start_page, start_page)]
  if (page === undefined || start_page === undefined) return {}
  if (!one.success || !other.success || one.output === other.output) return {}
  return {
    start_page: 'must have the same value as page, which is another name for it',
    page: 'must have the same value as start_page, which it is another name for',
  }
}

/** One `html` or `screenshot` can't hold several pages. */
function findManyPagesInOne(name: 'add_html' | 'screenshot', values: Values, { search }: ParamSchemas): Messages {
  const { entries } = search
  const [wanted, count] = [v.safeParse(entries[name], values[name]), v.safeParse(entries.pages, values['pages'])]
  if (!wanted.success || !count.success || wanted.output === false || count.output === 1) return {}
  return { [name]: `must not be ${String(wanted.output)} with pages above 1` }
}

function parseParams<TSchema extends v.ObjectSchema<v.ObjectEntries, undefined>>(
  source: ParamSource,
  schema: TSchema,
  missing: readonly (typeof ROADMAP_PARAMS)[number][],
  findConflict: (values: Values) => Messages = () => ({}),
): ParsedParams<v.InferOutput<TSchema>> {
  const names = Object.keys(schema.entries).filter((name) => !missing.some((other) => other === name))
  const given = names.map((name) => [name, readAll(source, name)] as const)
  const values = Object.fromEntries(given.map(([name, all]) => [name, all[0]]))
  const parsed = v.safeParse(schema, values, { abortPipeEarly: true })

  const repeated = given.filter(([, all]) => new Set(all).size > 1)
  const messages: Messages = {
    ...findConflict(values),
    ...Object.fromEntries((parsed.issues ?? []).map((issue) => [String(issue.path?.[0].key), issue.message])),
    ...Object.fromEntries(repeated.map(([name]) => [name, 'must not be passed twice with different values'])),
  }
  const details = names.flatMap((param) => {
    const message = messages[param]
    return message === undefined ? [] : [{ param, message }]
  })
  const roadmap = missing.filter((name) => readAll(source, name).length > 0)
  if (parsed.success && details.length === 0 && roadmap.length === 0) return { ok: true, params: parsed.output }
  return { ok: false, details, roadmap }
}

/** All values of a parameter. Absent: an empty list. `null` in an item counts as not given. */
function readAll(source: ParamSource, name: string): readonly unknown[] {
  if (isQueryString(source)) return source.getAll(name)
  const value = Object.hasOwn(source, name) ? source[name] : undefined
  return value === undefined || value === null ? [] : [value]
}

function isQueryString(source: ParamSource): source is QueryString {
  return typeof source.getAll === 'function'
}
