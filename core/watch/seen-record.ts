import { ShelfmarkError } from '../error/shelfmark-error.ts'
import type { Issue, Winners } from '../field/trace.ts'
import type { AnyRecord } from '../record/define-record.ts'
import { findRecordOf, rowsOf } from '../records/index.ts'

/** A record with what is known of the page that it was read from. A `PageExtraction` is one. */
export interface SeenRecord {
  /** Kind of the page: it says which record this is. */
  readonly kind: string
  /** Marketplace. Absent: null, unknown. */
  readonly domain: string | null
  /** Absent: null, the page has none: it says nothing about the fields. */
  readonly record: object | null
  /** Which selector gave each value. Default: unknown. */
  readonly winners?: Winners | undefined
  /** Values that could not be read: they are not compared. Default: none. */
  readonly issues?: readonly Pick<Issue, 'field' | 'problem'>[] | undefined
  /** Language that the page was asked for in: `xx_YY`. Default: null, the marketplace's own. */
  readonly language?: string | null | undefined
  /** Place of delivery that the page is for, as a text. Default: what the record itself says. */
  readonly place?: string | null | undefined
  /** Layout of the page, where values of different layouts are not comparable: see `addRank`. Default: null, they are. */
  readonly layout?: string | null | undefined
}

/** What must agree before two records are compared. */
const CONTEXT_MEMBERS = ['kind', 'domain', 'language', 'currency', 'place', 'layout'] as const

/** A member in which two records differ that are not comparable. */
export type ContextMember = (typeof CONTEXT_MEMBERS)[number]

/** What a record was seen in. Absent: null, the page does not say. */
export type Context = Readonly<Record<ContextMember, string | null>>

/** The context of a record. */
export function contextOf(seen: SeenRecord, definition: AnyRecord): Context {
  const { kind, domain, language = null, layout = null } = seen
  return { kind, domain, language, currency: currencyOf(seen, definition), place: placeOf(seen, definition), layout }
}

/** The currency of the record, or the only one of its rows. Absent: null, there is none, or several. */
function currencyOf({ record }: SeenRecord, definition: AnyRecord): string | null {
  if (record === null) return null
  const all = new Set((rowsOf(definition, record) ?? [record]).map((one) => textOf(one, 'currency')))
  const [only = null] = all
  return all.size === 1 ? only : null
}

function placeOf({ record, place }: SeenRecord, { watch }: AnyRecord): string | null {
  if (place !== undefined) return place
  return record === null || watch?.place === undefined ? null : textOf(record, watch.place)
}

function textOf(record: object, field: string): string | null {
  const value: unknown = (record as Readonly<Record<string, unknown>>)[field]
  return typeof value === 'string' ? value : null
}

/** The first member in which two contexts differ. Absent: null, they agree. */
export function findDifference(before: Context, after: Context): ContextMember | null {
  // States that an earlier version wrote have no layout.
  return CONTEXT_MEMBERS.find((member) => (before[member] ?? null) !== (after[member] ?? null)) ?? null
}

/**
 * Why two records can't be compared: the first of kind, domain, language, currency and place in which they
 * differ. A price in another currency, or for another place, is not a change of the price.
 *
 * Absent: null, they can be compared.
 *
 * @example
 * ```ts
 * import { findIncomparable } from 'shelfmark'
 * import { extractPage } from 'shelfmark/pages'
 *
 * const page = extractPage(bytes, { url })
 * findIncomparable({ ...page, place: 'Berlin' }, { ...page, place: 'Hamburg' }) // 'place'
 * ```
 */
export function findIncomparable(before: SeenRecord, after: SeenRecord): ContextMember | null {
  return findDifference(contextOf(before, requireDefinition(before)), contextOf(after, requireDefinition(after)))
}

/** The definition of what was seen. Throws: `invalid_argument`, pages of the kind have no record. */
export function requireDefinition({ kind }: Pick<SeenRecord, 'kind'>): AnyRecord {
  const definition = findRecordOf(kind)
  if (definition !== null) return definition
  throw new ShelfmarkError('invalid_argument', `Pages of kind "${kind}" have no record to compare.`)
}
