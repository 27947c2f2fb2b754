import { setImmediate as othersFirst } from 'node:timers/promises'
import { toTimestamp, type Series, type SeriesRow } from '../../../core/contract/index.ts'
import { findGaps, type LookOutcome, type Point, type SeenValue } from '../../../core/index.ts'
import type { Watches } from '../../store/watches.ts'
import { column, type CellType, type Column } from '../../pages/table/column.ts'

/** Whose values, and when. */
export interface SeriesSubject {
  readonly watchId: string
  readonly item: number
  readonly field: string
  /** Unit: ms since 1970. */
  readonly fromMs: number
  readonly toMs: number
}

/** Outcome of a look that saw a record. */
const SEEN = 'seen'

type StoredPoint = readonly [series: number, value: SeenValue, winner: string | null]
type StoredLook = readonly [
  outcome: string,
  series: number | null,
  place: string | null,
  unseen: readonly string[],
  hash: string | null,
]

/** The values of a field, and the looks at it. Order: time. */
export interface FieldHistory {
  /** `place`: that the page was for. Absent: null, it is unknown. */
  readonly points: readonly (Omit<Point, 'field'> & { readonly place: string | null })[]
  /** `outcome`: `seen`, or the code of an error. */
  readonly looks: readonly (LookOutcome & { readonly outcome: string })[]
}

/** Reads what a watch knows of a field. Rejects: with a `StoreError`. */
export async function readHistory(
  watches: Pick<Watches, 'listPoints' | 'listLooks'>,
  { watchId, item, field, fromMs, toMs }: SeriesSubject,
): Promise<FieldHistory> {
  const span = { fromMs, toMs }
  const [points, stored] = await Promise.all([
    watches.listPoints(watchId, item, field, span),
    watches.listLooks(watchId, item, span),
  ])
  const places = new Map<number, string | null>()
  const looks = stored.map(({ atMs, text }) => {
    const [outcome, series, place, unseen] = JSON.parse(text) as StoredLook
    if (series !== null) places.set(series, place)
    return { atMs, outcome, isSeen: outcome === SEEN && !unseen.includes(pathOf(field)) }
  })
  return {
    points: points.map(({ atMs, text }) => {
      const [series, value, winner] = JSON.parse(text) as StoredPoint
      return { atMs, value, series, place: places.get(series) ?? null, winner }
    }),
    looks,
  }
}

/** Points, and looks without a value, that one answer is made of: others follow in the next one. */
const MAX_ROWS = 10_000
/** Looks that are compared at once: other requests are answered in between. */
const LOOKS_PER_READ = 5000

type SeriesReads = Pick<Watches, 'listPoints' | 'listUnseen' | 'findLook'>

/**
 * The points of a field and the times in which it was not seen, from the begin of the span: a span with too many ends
 * earlier, and `next_from` says where the next one begins. Rejects: with a `StoreError`.
 */
export async function readSeries(watches: SeriesReads, asked: SeriesSubject, most = MAX_ROWS): Promise<Series> {
  const { watchId, item, field, fromMs } = asked
  const found = await watches.listPoints(watchId, item, field, asked, most + 1)
  const cutMs = found[most]?.atMs ?? null
  const unseen = await readOutcomes(watches, { ...asked, toMs: cutMs === null ? asked.toMs : cutMs - 1 }, most)
  const nextMs = unseen.nextMs ?? cutMs
  const toMs = nextMs === null ? asked.toMs : nextMs - 1
  const inSpan = found.filter(({ atMs }) => atMs <= Math.max(toMs, fromMs))
  const points = inSpan.map(({ atMs, text }) => {
    const [series, value, winner] = JSON.parse(text) as StoredPoint
    return { atMs, series, value, winner }
  })
  const places = await readPlaces(watches, { ...asked, toMs }, points)
  const last = await watches.findLook(watchId, item, { fromMs, toMs }, 'last')
  return {
    watch: watchId,
    item,
    field,
    from: toTimestamp(fromMs),
    to: toTimestamp(toMs),
    points: points.map(({ atMs, series, value, winner }) => {
      return { at: toTimestamp(atMs), value: toScalar(value), series, place: places.get(series) ?? null, winner }
    }),
    gaps: findGaps(unseen.looks).map((gap) => ({
      from: toTimestamp(gap.fromMs),
      to: gap.toMs === null ? null : toTimestamp(gap.toMs),
    })),
    last_look_at: last === null ? null : toTimestamp(last.atMs),
    next_from: nextMs === null ? null : toTimestamp(nextMs),
  }
}

/** The looks that did not see a field, and the one after each. `nextMs`: where those begin that were not read; null, all were. */
async function readOutcomes(watches: SeriesReads, { watchId, item, field, fromMs, toMs }: SeriesSubject, most: number) {
  const path = pathOf(field)
  const looks: LookOutcome[] = []
  for (let beginMs = fromMs; ;) {
    const part = await watches.listUnseen(watchId, item, path, { fromMs: beginMs, toMs }, LOOKS_PER_READ)
    for (const { atMs, text, nextMs } of part.looks) {
      const [outcome, , , unseen] = JSON.parse(text) as StoredLook
      // The one after the last may be another that did not see it.
      if (looks.at(-1)?.atMs === atMs) looks.pop()
      looks.push({ atMs, isSeen: outcome === SEEN && !unseen.includes(path) })
      if (nextMs !== null) looks.push({ atMs: nextMs, isSeen: true })
    }
    if (part.nextMs === null || looks.length > most) return { looks, nextMs: part.nextMs }
    beginMs = part.nextMs
    await othersFirst()
  }
}

/** The place of each series, as the look at its first point has it. */
async function readPlaces(
  watches: Pick<Watches, 'findLook'>,
  { watchId, item, toMs }: SeriesSubject,
  points: readonly { readonly atMs: number; readonly series: number }[],
): Promise<ReadonlyMap<number, string | null>> {
  const places = new Map<number, string | null>()
  for (const { atMs, series } of points) {
    if (places.has(series)) continue
    // The look of a point that still holds may be gone: the next one is of its series.
    const look = await watches.findLook(watchId, item, { fromMs: atMs, toMs: Math.max(atMs, toMs) }, 'first')
    const [, own, place] = look === null ? [null, null, null] : (JSON.parse(look.text) as StoredLook)
    places.set(series, own === series ? place : null)
  }
  return places
}

/** The path of the watched field that a value of an entry belongs to: `products[].price`. */
function pathOf(field: string): string {
  return field.replace(/\[(?!\d{1,3}\])[^\]]*\]/, '[]')
}

/** A value as one cell: lists and maps are JSON. */
export function toScalar(value: SeenValue): string | number | boolean | null {
  return value === null || typeof value !== 'object' ? value : JSON.stringify(value)
}

/** Points and gaps as rows. Order: time. */
export function toSeriesRows({ points, gaps }: Series): readonly SeriesRow[] {
  const rows: SeriesRow[] = [
    ...points.map(({ at, ...point }) => ({ kind: 'point' as const, at, until: null, ...point })),
    ...gaps.map(({ from, to }) => ({
      kind: 'gap' as const,
      at: from,
      until: to,
      value: null,
      series: null,
      place: null,
      winner: null,
    })),
  ]
  return rows.toSorted((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0))
}

/** Type of the cells of a column: its values have one type, or are texts. */
export function cellTypeOf(values: readonly (string | number | boolean | null)[]): CellType {
  const types = new Set(values.flatMap((value) => (value === null ? [] : [typeof value])))
  const [only] = types
  return types.size === 1 && (only === 'number' || only === 'boolean') ? only : 'text'
}

/** Columns of the rows. The values of a field have one type, or are texts. */
export function seriesColumns(rows: readonly SeriesRow[]): readonly Column[] {
  return [
    column('kind', 'text'),
    column('at', 'text'),
    column('until', 'text'),
    column('value', cellTypeOf(rows.map(({ value }) => value))),
    column('series', 'integer'),
    column('place', 'text'),
    column('winner', 'text'),
  ]
}
