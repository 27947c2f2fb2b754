import type { Series as FieldSeries } from '../../../../core/contract/index.ts'
import type { Series } from '../../kit/series.ts'

type Point = FieldSeries['points'][number]

/** A point, or a time in which nobody saw the field. */
export interface SeriesRow {
  readonly kind: 'point' | 'gap'
  readonly at: string
  /** End of a gap. Absent: null, it goes on, or it is a point. */
  readonly until: string | null
  /** Absent: null, it is a gap. */
  readonly point: Point | null
  /** Whether another selector gave the value than the one before in its series. */
  readonly drift: boolean
}

/** What a chart of a field draws. */
export interface FieldChart {
  /** Form: ISO 8601. Order: time. */
  readonly times: readonly string[]
  readonly series: readonly Series[]
}

/** Colors of the places, in the order in which they were first seen. */
const COLORS = ['--accent', '--other', '--quiet', '--bad']

/** Points and gaps, newest first, with what came from another selector. */
export function toSeriesRows({ points, gaps }: FieldSeries): readonly SeriesRow[] {
  const last = new Map<number, string>()
  const rows: SeriesRow[] = points.map((point) => {
    const before = last.get(point.series)
    if (point.winner !== null) last.set(point.series, point.winner)
    const drift = before !== undefined && point.winner !== null && point.winner !== before
    return { kind: 'point', at: point.at, until: null, point, drift }
  })
  for (const { from, to } of gaps) rows.push({ kind: 'gap', at: from, until: to, point: null, drift: false })
  return rows.toSorted((left, right) => (left.at < right.at ? 1 : left.at > right.at ? -1 : 0))
}

/** The numbers of a field as steps: a line for each series, none where nobody saw it, and a mark where the selector is another. Absent: null, it has no numbers. */
export function toFieldChart(field: FieldSeries): FieldChart | null {
  const { points, gaps, from, last_look_at: last } = field
  const numbers = points.filter(({ value }) => typeof value === 'number')
  if (numbers.length === 0) return null
  const begin = points.some(({ at }) => at < from) ? [from] : []
  const inside = [
    ...points.map(({ at }) => at),
    ...gaps.flatMap(({ from: begin, to }) => (to === null ? [begin] : [begin, to])),
  ]
  const all = [...begin, ...inside.filter((at) => at >= from), ...(last === null ? [] : [last])]
  const begins = [...new Set(all)].toSorted()
  // A value holds until just before the next one begins: a line through both is a step.
  const times = begins.flatMap((at, index) => {
    const end = begins[index + 1]
    return end === undefined ? [at] : [at, new Date(Date.parse(end) - 1).toISOString()]
  })
  const held = times.map((at) => holdsAt(field, at))
  const valueOf = (point: Point | null): number | null => (typeof point?.value === 'number' ? point.value : null)
  const found = [...new Set(points.map(({ series }) => series))].toSorted((a, b) => a - b)
  const lines = found.map((number, index): Series => {
    const place = points.findLast(({ series }) => series === number)?.place ?? null
    return {
      name: found.length === 1 && place === null ? field.field : (place ?? `series ${number}`),
      color: COLORS[index % COLORS.length] ?? '--accent',
      values: held.map((point) => (point?.series === number ? valueOf(point) : null)),
    }
  })
  const drifted = new Set(toSeriesRows(field).flatMap(({ drift, at }) => (drift ? [at] : [])))
  if (drifted.size === 0) return { times, series: lines }
  const values = held.map((point, index) => (drifted.has(times[index] ?? '') ? valueOf(point) : null))
  return { times, series: [...lines, { name: 'another selector', color: '--mark', as: 'marks', values }] }
}

/** The point that holds at a time. Absent: null, nobody saw the field, or it is before the first point. */
function holdsAt({ points, gaps }: FieldSeries, at: string): Point | null {
  if (gaps.some(({ from, to }) => from <= at && (to === null || at < to))) return null
  return points.findLast((point) => point.at <= at) ?? null
}
