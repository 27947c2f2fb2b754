import * as v from 'valibot'
import { asksForRest, type AnyRecord } from '../record/define-record.ts'
import type { AddressOwner } from '../record/read-address.ts'
import { records, requireRecord, type RecordName } from '../records/index.ts'
import { readGtin } from '../text/gtin.ts'
import { FIELDS_PARAM } from './fields-param.ts'
import { findMisspelled } from './misspelled.ts'
import { readAddress } from './read-address.ts'
import { isQueryString, readAll, type ParamSource } from './param-source.ts'
import {
  FORMAT_PARAM,
  KEY_PARAM,
  paramSchemas,
  REFERENCE,
  ROADMAP_PARAMS,
  SCREENSHOT_AREAS,
  type ParamSchema,
  type ParamSchemas,
  type ParamsOf,
  type ParsedParams,
  type RenderParams,
  type ScreenshotArea,
} from './params.ts'
import { completePlace, findPlaceConflicts, type ContractMarketplace } from './place-params.ts'
import { parseBatch, type BatchParams } from './parse-batch.ts'

/** The requests of the interface, for a list of marketplaces. */
export interface Contract {
  /** Domains of the marketplaces. The first is the default. */
  readonly domains: readonly string[]
  readonly schemas: ParamSchemas
  /** Parses the parameters of a request for a record. Unknown ones are ignored, unless they mean a known one, or another record has them: `findMisspelled`. */
  readonly parseParams: <Name extends RecordName>(record: Name, source: ParamSource) => ParsedParams<ParamsOf<Name>>
  /** Parses the JSON body of a batch: all of it, or every mistake in it. Unknown members are ignored in the same way. */
  readonly parseBatch: (body: unknown) => ParsedParams<BatchParams>
}

export interface ContractOptions {
  /** Whether pages can be rendered. If not, a request for that is refused, whatever else it says. */
  readonly hasBrowser: boolean
  /** How the marketplaces form their addresses. */
  readonly links: Parameters<AnyRecord['findConflicts']>[1]
  /** Marketplaces whose addresses are read where a query can be one. Default: none. */
  readonly owners?: readonly AddressOwner[] | undefined
}

/** Defines the requests of the interface. The first marketplace is the default. */
export function defineContract(
  marketplaces: readonly ContractMarketplace[],
  { hasBrowser, links, owners = [] }: ContractOptions,
): Contract {
  const schemas = paramSchemas(marketplaces)
  const byDomain = new Map(marketplaces.map((marketplace) => [marketplace.domain, marketplace]))
  const missing = hasBrowser ? [] : ROADMAP_PARAMS
  const elsewhere = findOwners(schemas)
  const parseParams: Contract['parseParams'] = (name, given) => {
    const record = requireRecord(name)
    const { source, messages } = readAddress(record, given, owners)
    const repeatable = [...(record.repeatable ?? []), FIELDS_PARAM]
    const parsed = parseValues(source, schemas[name], { missing, repeatable, elsewhere }, (values) => ({
      ...record.findConflicts(values, links),
      ...findPlaceMistakes(values, byDomain),
      ...findManyPagesInOne(record, values),
      ...messages,
    }))
    if (!parsed.ok) return parsed
    const passed = parsed.params as unknown as Passed
    const places = byDomain.get(passed.domain)?.places
    const place = places === undefined ? {} : completePlace(passed, places)
    return { ok: true, params: record.complete({ ...normalize(passed), ...place }) as ParamsOf<typeof name> }
  }
  /** An item is parsed as the endpoint parses its query. */
  const parsers = new Map(
    records.map(({ name }) => {
      const members = Object.keys(schemas[name].entries)
      return [name, { parse: (item: Values) => parseParams(name, item), members }] as const
    }),
  )
  return { domains: [...byDomain.keys()], schemas, parseParams, parseBatch: (body) => parseBatch(body, parsers) }
}

/** The records that have each parameter, in words. */
function findOwners(schemas: ParamSchemas): ReadonlyMap<string, string> {
  const owners = new Map<string, string[]>()
  for (const { name } of records) {
    for (const param of Object.keys(schemas[name].entries)) owners.set(param, [...(owners.get(param) ?? []), name])
  }
  return new Map(Array.from(owners, ([param, names]) => [param, names.join(' and ')]))
}

/** Parameters of all records, as they are passed. */
interface Passed {
  readonly domain: string
  readonly zip?: string | undefined
  readonly city?: string | undefined
  readonly ship_to?: string | undefined
  readonly language?: string | undefined
  readonly fields?: readonly string[] | undefined
  readonly timeout?: number | undefined
  readonly render_js: boolean
  readonly screenshot: boolean | ScreenshotArea
}

type Normalized<Params> = Omit<Params, Exclude<keyof Passed, 'domain'>> &
  RenderParams & {
    readonly language: string | null
    readonly fields: readonly string[] | null
    readonly timeout: number | null
  }

/** Parameters with null for those that were not given and have no default, and with one spelling of what is rendered. */
function normalize<Params extends Passed>(params: Params): Normalized<Params> {
  const { language = null, fields = null, timeout = null, render_js, screenshot: wanted } = params
  const [usual] = SCREENSHOT_AREAS
  const screenshot = typeof wanted === 'string' ? wanted : wanted ? usual : null
  return { ...params, language, fields, timeout, render_js: render_js || screenshot !== null, screenshot }
}

type Values = Readonly<Record<string, unknown>>
type Messages = Readonly<Record<string, string>>

/** A place in a form that the marketplace does not have. A marketplace that is wrong itself has no forms. */
function findPlaceMistakes(values: Values, byDomain: ReadonlyMap<string, ContractMarketplace>): Messages {
  const marketplace = byDomain.get(String(values['domain']))
  return marketplace === undefined ? {} : findPlaceConflicts(values, marketplace)
}

/** One `html` or `screenshot` can't hold several pages, and a browser does not render what a page loads later. `values`: those that are right. */
function findManyPagesInOne(record: Pick<AnyRecord, 'pages' | 'rest' | 'lookup'>, values: Values): Messages {
  const refuse = (names: readonly string[], cause: string): Messages => {
    const wanted = names.filter((name) => (values[name] ?? false) !== false)
    return Object.fromEntries(wanted.map((name) => [name, `must not be ${String(values[name])} with ${cause}`]))
  }
  const { pages = 1, query } = values
  const isByGtin = record.lookup !== undefined && typeof query === 'string' && readGtin(query) !== null
  return {
    ...(record.pages === null || pages === 1 ? {} : refuse(['add_html', 'screenshot'], 'pages above 1')),
    ...(isByGtin ? refuse(['render_js', 'screenshot'], 'a GTIN: find its ASIN first') : {}),
    ...(record.rest === undefined || !asksForRest(record, values)
      ? {}
      : refuse(['add_html', 'render_js', 'screenshot'], record.rest.param)),
  }
}

interface ParamRules {
  /** Parameters that need a browser that is not there. */
  readonly missing: readonly (typeof ROADMAP_PARAMS)[number][]
  /** Parameters that can be passed several times, with different values. */
  readonly repeatable: readonly string[]
  /** Records that have a parameter, by its name: `findMisspelled`. */
  readonly elsewhere: ReadonlyMap<string, string>
}

/** `findConflicts`: mistakes among the values that are right one by one. */
function parseValues(
  source: ParamSource,
  schema: ParamSchema,
  { missing, repeatable, elsewhere }: ParamRules,
  findConflicts: (values: Values) => Messages,
): ParsedParams<Values> {
  const names = Object.keys(schema.entries).filter((name) => !missing.some((other) => other === name))
  const given = names.map((name) => [name, readAll(source, name)] as const)
  const isList = (name: string): boolean => repeatable.includes(name)
  const values = Object.fromEntries(
    given.map(([name, all]) => [name, isList(name) && all.length > 0 ? all.flat() : all[0]]),
  )
  const parsed = v.safeParse(schema, values, { abortPipeEarly: true })
  const mistakes = (parsed.issues ?? []).map((issue) => [String(issue.path?.[0].key), issue.message] as const)
  const repeated = given.filter(([name, all]) => !isList(name) && new Set(all).size > 1)
  const messages: Messages = {
    ...findConflicts(parsed.success ? parsed.output : keepRight(schema, values)),
    ...Object.fromEntries(mistakes),
    ...Object.fromEntries(repeated.map(([name]) => [name, 'must not be passed twice with different values'])),
  }
  const wrong = names.flatMap((param) => {
    const message = messages[param]
    return message === undefined ? [] : [{ param, message }]
  })
  const others = isQueryString(source) ? [KEY_PARAM, FORMAT_PARAM] : [REFERENCE]
  const known = [...Object.keys(schema.entries), ...others]
  const details = [...wrong, ...findMisspelled(source, known, elsewhere)]
  const roadmap = missing.filter((name) => readAll(source, name).length > 0)
  if (parsed.success && details.length === 0 && roadmap.length === 0) return { ok: true, params: parsed.output }
  return { ok: false, details, roadmap }
}

/** The values that their own schemas accept, parsed. */
function keepRight({ entries }: ParamSchema, values: Values): Values {
  return Object.fromEntries(
    Object.entries(entries).flatMap(([name, schema]) => {
      const parsed = v.safeParse(schema, values[name])
      return parsed.success && parsed.output !== undefined ? [[name, parsed.output]] : []
    }),
  )
}
