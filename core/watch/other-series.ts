import type { ObservedValue } from './read-values.ts'
import type { Point } from './series.ts'
import type { SeriesState } from './watch-state.ts'

/** The last point of a value, in any series. */
interface LastPoint extends Pick<Point, 'atMs' | 'value'> {
  /** Of the series. */
  readonly number: number
}

/**
 * The series of an item beside the current one. A point is valid until the next point of the same value, whatever its
 * series: when an item is back in an old series, points of the others would stay valid.
 */
export class OtherSeries {
  private readonly current: SeriesState
  private readonly others: readonly SeriesState[]

  constructor(current: SeriesState, others: readonly SeriesState[]) {
    this.current = current
    this.others = others
  }

  /** Paths whose last point is of another series and has a value. */
  pathsWithLastPoint(): readonly string[] {
    return this.others.flatMap(({ number, values }) =>
      Object.entries(values).flatMap(([path, { run }]) =>
        run.value !== null && this.lastPoint(path)?.number === number ? [path] : [],
      ),
    )
  }

  /** Whether the last point of a value is of another series, so that this look must write one of its own. */
  hasLastPoint(path: string, { isMissing }: ObservedValue): boolean {
    const last = this.lastPoint(path)
    if (last === null || last.number === this.current.number) return false
    return !isMissing || last.value !== null
  }

  /** Whether another series has a value at a path. */
  hasValue(path: string): boolean {
    return this.others.some(({ values }) => (values[path]?.run.value ?? null) !== null)
  }

  /** Absent: null, no point was written. */
  private lastPoint(path: string): LastPoint | null {
    if (this.others.length === 0) return null
    let last: LastPoint | null = null
    for (const { number, values } of [this.current, ...this.others]) {
      const state = values[path]
      if (state === undefined) continue
      const { run, pointMs = run.sinceMs } = state
      if (last === null || pointMs > last.atMs) last = { number, value: run.value, atMs: pointMs }
    }
    return last
  }
}
