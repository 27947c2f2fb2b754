import * as v from 'valibot'
import type { AnyRecord } from '../../record/define-record.ts'
import { asinParam } from '../../record/params.ts'
import { described } from '../../record/schema-parts.ts'

/** Most products and most brands that a watch tracks. */
const [MAX_ASINS, MAX_BRANDS] = [40, 20]

const NAME = 'must be a name of 1 to 100 characters'
const brand = v.pipe(v.string(NAME), v.trim(), v.minLength(1, NAME), v.maxLength(100, NAME))

const asins = described(
  v.pipe(v.array(asinParam, 'must be a list of ASINs'), v.maxLength(MAX_ASINS, `must have at most ${MAX_ASINS} ASINs`)),
  'ASINs of the products whose positions are followed.',
)
const brands = described(
  v.pipe(v.array(brand, 'must be a list of names'), v.maxLength(MAX_BRANDS, `must have at most ${MAX_BRANDS} names`)),
  'Brands whose share of the cards is followed, also while they have none.',
)

/** What a watch of searches tracks. */
export const trackSchema = v.object({
  /** ASINs of the products whose positions are followed. */
  asins,
  /** Brands whose share of the cards is followed. */
  brands,
})

/** The same as it is given: one of both is enough. */
export const trackParamsSchema = v.strictObject({ asins: v.optional(asins), brands: v.optional(brands) }, (issue) =>
  issue.expected === 'never' ? 'is not a member of track' : 'must be an object with asins, brands or both',
)

/** What a watch of searches tracks. */
export interface Track {
  readonly asins: readonly string[]
  readonly brands: readonly string[]
}

/** The field that holds the rank of a look, as `packRank` gives it. No search has it: `withRank` adds it. */
export const RANK_FIELD = 'rank'

/** The field whose points are the changes of rank that looks have confirmed, as JSON. */
export const RANK_CHANGES = 'rank.changes'

/** Whether a field is one of these, which nobody reads as a value. */
export function isOfRank(field: string): boolean {
  return field === RANK_FIELD || field === RANK_CHANGES
}

/** Whether the rows of a record have the positions that a watch can track. */
export function isRanked({ rows }: Pick<AnyRecord, 'rows'>): boolean {
  return rows?.schema.entries?.['organic_position'] !== undefined
}

type ParsedTrack =
  | { readonly ok: true; readonly track: Track | null }
  | { readonly ok: false; readonly details: readonly { readonly param: string; readonly message: string }[] }

/** Checks what a watch of a record is to track. Absent: null, it tracks nothing. */
export function parseTrack(definition: Pick<AnyRecord, 'rows'>, given: unknown): ParsedTrack {
  if (given === undefined || given === null) return { ok: true, track: null }
  if (!isRanked(definition)) return wrong('has a meaning only for market.search')
  const parsed = v.safeParse(trackParamsSchema, given)
  if (!parsed.success) {
    return { ok: false, details: parsed.issues.map((issue) => ({ param: pathOf(issue), message: issue.message })) }
  }
  const { asins: products = [], brands: names = [] } = parsed.output
  const track = { asins: [...new Set(products)], brands: [...new Set(names)] }
  return track.asins.length + track.brands.length > 0 ? { ok: true, track } : wrong('must have asins, brands or both')
}

function wrong(message: string): ParsedTrack {
  return { ok: false, details: [{ param: 'track', message }] }
}

/** `track.asins[0]` */
function pathOf({ path }: Pick<v.BaseIssue<unknown>, 'path'>): string {
  const keys = path?.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)) ?? []
  return ['track', ...keys].join('')
}

/** The definition of a search whose looks have a rank. */
export function withRank(definition: AnyRecord): AnyRecord {
  const { schema } = definition
  return { ...definition, schema: { ...schema, entries: { ...schema.entries, [RANK_FIELD]: v.nullable(v.string()) } } }
}

/** Path of the organic position of a product: what a watch that tracks it compares. */
export function positionPath(asin: string): string {
  return `products[${asin}].organic_position`
}

const POSITION = /^products\[([^[\]]+)\]\.organic_position$/

/** Whether a path is the organic position of one product that is not tracked. */
export function isUntracked({ asins: products }: Track, path: string): boolean {
  const [, asin] = POSITION.exec(path) ?? []
  return asin !== undefined && !products.includes(asin)
}
