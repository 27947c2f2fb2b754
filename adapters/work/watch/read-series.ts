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

/** The points of a field and the times in which it was not seen. Rejects: with a `StoreError`. */
export async function readSeries(
  watches: Pick<Watches, 'listPoints' | 'listLooks'>,
  subject: SeriesSubject,
): Promise<Series> {
  const { points, looks } = await readHistory(watches, subject)
  const last = looks.at(-1)
  return {
    watch: subject.watchId,
    item: subject.item,
    field: subject.field,
    from: toTimestamp(subject.fromMs),
    to: toTimestamp(subject.toMs),
    points: points.map(({ atMs, value, series, place, winner }) => {
      return { at: toTimestamp(atMs), value: toScalar(value), series, place, winner }
    }),
    gaps: findGaps(looks).map((gap) => ({
      from: toTimestamp(gap.fromMs),
      to: gap.toMs === null ? null : toTimestamp(gap.toMs),
    })),
    last_look_at: last === undefined ? null : toTimestamp(last.atMs),
  }
}

/** The path of the watched field that a value of an entry belongs to: `products[].price`. */
function pathOf(field: string): string {
  return field.replace(/\[(?!\d{1,3}\])[^\]]*\]/, '[]')
}

function toScalar(value: SeenValue): string | number | boolean | null {
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

/** Columns of the rows. The values of a field have one type, or are texts. */
export function seriesColumns(rows: readonly SeriesRow[]): readonly Column[] {
  const types = new Set(rows.flatMap(({ value }) => (value === null ? [] : [typeof value])))
  const [only] = types
  const type: CellType = types.size === 1 && (only === 'number' || only === 'boolean') ? only : 'text'
  return [
    column('kind', 'text'),
    column('at', 'text'),
    column('until', 'text'),
    column('value', type),
    column('series', 'integer'),
    column('place', 'text'),
    column('winner', 'text'),
  ]
}
