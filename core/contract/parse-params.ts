import * as v from 'valibot'
import { readAll, type ParamSource } from './param-source.ts'
import { productParamsSchema, searchParamsSchema } from './param-schemas.ts'
import type { ProductParams, SearchParams } from './params.ts'
import { ROADMAP_PARAMS, type RoadmapParam } from './roadmap.ts'

/** A parameter that is wrong, and what would be right. */
interface ParamDetail {
  readonly param: string
  /** What the value must be, in words that follow the name: "must be true, false, 1 or 0". */
  readonly message: string
}

/** Why parameters are refused: wrong ones are told before those of the roadmap. One of the lists may be empty, not both. */
export interface ParamRefusal {
  readonly ok: false
  /** Every wrong parameter, once. Order: the interface's. */
  readonly details: readonly ParamDetail[]
  /** Parameters of the roadmap that were passed. Order: the interface's. */
  readonly roadmap: readonly RoadmapParam[]
}

export type ParsedParams<T> = { readonly ok: true; readonly params: T } | ParamRefusal

/** Parameters of a product request, of a query string or of an item. Unknown ones are ignored. */
export function parseProductParams(source: ParamSource): ParsedParams<ProductParams> {
  const parsed = parseParams(source, productParamsSchema)
  if (!parsed.ok) return parsed
  return { ok: true, params: { ...parsed.params, language: parsed.params.language ?? null } }
}

/** Parameters of a search request, of a query string or of an item. Unknown ones are ignored. */
export function parseSearchParams(source: ParamSource): ParsedParams<SearchParams> {
  const parsed = parseParams(source, searchParamsSchema, findTwoStarts)
  if (!parsed.ok) return parsed
  const { page, start_page, ...params } = parsed.params
  return { ok: true, params: { ...params, start_page: start_page ?? page ?? 1 } }
}

type Values = Readonly<Record<string, unknown>>
type Messages = Readonly<Record<string, string>>

/** `page` and `start_page` are two names of one thing. */
function findTwoStarts({ page, start_page }: Values): Messages {
  const { entries } = searchParamsSchema
  const [one, other] = [v.safeParse(entries.page, page), v.safeParse(entries.start_page, start_page)]
  if (page === undefined || start_page === undefined) return {}
  if (!one.success || !other.success || one.output === other.output) return {}
  return {
    start_page: 'must have the same value as page, which is another name for it',
    page: 'must have the same value as start_page, which it is another name for',
  }
}

function parseParams<TSchema extends v.ObjectSchema<v.ObjectEntries, undefined>>(
  source: ParamSource,
  schema: TSchema,
  findConflict: (values: Values) => Messages = () => ({}),
): ParsedParams<v.InferOutput<TSchema>> {
  const names = Object.keys(schema.entries)
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
  const roadmap = ROADMAP_PARAMS.filter((name) => readAll(source, name).length > 0)
  if (parsed.success && details.length === 0 && roadmap.length === 0) return { ok: true, params: parsed.output }
  return { ok: false, details, roadmap }
}
