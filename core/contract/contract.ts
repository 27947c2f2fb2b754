import * as v from 'valibot'
import type { AnyRecord } from '../record/define-record.ts'
import { records, requireRecord, type RecordName } from '../records/index.ts'
import { findMisspelled } from './misspelled.ts'
import { isQueryString, readAll, type ParamSource } from './param-source.ts'
import {
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
import { parseBatch, type BatchParams } from './parse-batch.ts'

/** The requests of the interface, for a list of marketplaces. */
export interface Contract {
  readonly schemas: ParamSchemas
  /** Parses the parameters of a request for a record. Unknown ones are ignored, unless they look like a known one: `findMisspelled`. */
  readonly parseParams: <Name extends RecordName>(record: Name, source: ParamSource) => ParsedParams<ParamsOf<Name>>
  /** Parses the JSON body of a batch: all of it, or every mistake in it. Unknown members are ignored in the same way. */
  readonly parseBatch: (body: unknown) => ParsedParams<BatchParams>
}

export interface ContractOptions {
  /** Whether pages can be rendered. If not, a request for that is refused, whatever else it says. */
  readonly hasBrowser: boolean
  /** How the marketplaces form their addresses. */
  readonly links: Parameters<AnyRecord['findConflicts']>[1]
}

/** Defines the requests of the interface. `domains`: the marketplaces; the first is the default. */
export function defineContract(domains: readonly string[], { hasBrowser, links }: ContractOptions): Contract {
  const schemas = paramSchemas(domains)
  const missing = hasBrowser ? [] : ROADMAP_PARAMS
  const parseParams: Contract['parseParams'] = (name, source) => {
    const { pages, repeatable = [], ...record } = requireRecord(name)
    const parsed = parseValues(source, schemas[name], { missing, repeatable }, (values) => ({
      ...record.findConflicts(values, links),
      ...(pages === null ? {} : findManyPagesInOne(values)),
    }))
    if (!parsed.ok) return parsed
    return {
      ok: true,
      params: record.complete({ ...normalize(parsed.params as unknown as Passed) }) as ParamsOf<typeof name>,
    }
  }
  /** An item is parsed as the endpoint parses its query. */
  const parsers = new Map(
    records.map(({ name }) => {
      const members = Object.keys(schemas[name].entries)
      return [name, { parse: (item: Values) => parseParams(name, item), members }] as const
    }),
  )
  return { schemas, parseParams, parseBatch: (body) => parseBatch(body, parsers) }
}

/** Parameters of all records, as they are passed. */
interface Passed {
  readonly language?: string | undefined
  readonly fields?: readonly string[] | undefined
  readonly timeout?: number | undefined
  readonly render_js: boolean
  readonly screenshot: boolean | ScreenshotArea
}

type Normalized<Params> = Omit<Params, keyof Passed> &
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

/** One `html` or `screenshot` can't hold several pages. `values`: those that are right. */
function findManyPagesInOne(values: Values): Messages {
  const { pages = 1 } = values
  if (pages === 1) return {}
  const wanted = (['add_html', 'screenshot'] as const).filter((name) => (values[name] ?? false) !== false)
  return Object.fromEntries(wanted.map((name) => [name, `must not be ${String(values[name])} with pages above 1`]))
}

interface ParamRules {
  /** Parameters that need a browser that is not there. */
  readonly missing: readonly (typeof ROADMAP_PARAMS)[number][]
  /** Parameters that can be passed several times, with different values. */
  readonly repeatable: readonly string[]
}

/** `findConflicts`: mistakes among the values that are right one by one. */
function parseValues(
  source: ParamSource,
  schema: ParamSchema,
  { missing, repeatable }: ParamRules,
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
  const known = [...Object.keys(schema.entries), isQueryString(source) ? KEY_PARAM : REFERENCE]
  const details = [...wrong, ...findMisspelled(source, known)]
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
