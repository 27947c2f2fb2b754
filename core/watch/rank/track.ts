import * as v from 'valibot'
import type { AnyRecord } from '../../record/define-record.ts'
import { asinParam } from '../../record/params.ts'
import { described } from '../../record/schema-parts.ts'

/** Most products and most brands that a watch tracks. */
const [MAX_ASINS, MAX_BRANDS] = [40, 20]

const brand = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100))

const asins = described(
  v.pipe(v.array(asinParam), v.maxLength(MAX_ASINS)),
  'ASINs of the products whose positions are followed.',
)
const brands = described(
  v.pipe(v.array(brand), v.maxLength(MAX_BRANDS)),
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
export const trackParamsSchema = v.strictObject({ asins: v.optional(asins), brands: v.optional(brands) })

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

const SHAPE = `must have asins, brands or both: at most ${MAX_ASINS} ASINs and ${MAX_BRANDS} names`

/** Whether the rows of a record have the positions that a watch can track. */
export function isRanked({ rows }: Pick<AnyRecord, 'rows'>): boolean {
  return rows?.schema.entries?.['organic_position'] !== undefined
}

/** Checks what a watch of a record is to track. A mistake is a text that follows the name of the parameter. Absent: null, it tracks nothing. */
export function parseTrack(definition: Pick<AnyRecord, 'rows'>, given: unknown): Track | null | string {
  if (given === undefined || given === null) return null
  if (!isRanked(definition)) return 'has a meaning only for market.search'
  const parsed = v.safeParse(trackParamsSchema, given)
  if (!parsed.success) return SHAPE
  const { asins = [], brands = [] } = parsed.output
  const track = { asins: [...new Set(asins)], brands: [...new Set(brands)] }
  return track.asins.length + track.brands.length > 0 ? track : SHAPE
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
