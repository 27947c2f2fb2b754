import type { SeenValue } from './read-values.ts'

/** A value of an item from a time on, until the next point of the field. */
export interface Point {
  /** Path of the value. */
  readonly field: string
  /** Points of different series are not comparable: see `findIncomparable`. */
  readonly series: number
  /** Time of the look. Unit: ms since 1970. */
  readonly atMs: number
  /** Absent: null, the page did not show one. */
  readonly value: SeenValue
  /** The selector that gave it. Absent: null, nobody knows, or there is no value. */
  readonly winner: string | null
}

/** Whether the looks saw something. */
export interface LookOutcome {
  readonly atMs: number
  readonly isSeen: boolean
}

/** A time in which nobody saw the item. */
export interface Gap {
  /** The first look that saw nothing. Unit: ms since 1970. */
  readonly fromMs: number
  /** The next look that saw something. Absent: null, there was none yet. */
  readonly toMs: number | null
}

/** The times in which looks saw nothing. `looks`: in the order of time. */
export function findGaps(looks: readonly LookOutcome[]): Gap[] {
  const gaps: Gap[] = []
  let fromMs: number | null = null
  for (const { atMs, isSeen } of looks) {
    if (!isSeen) fromMs ??= atMs
    else if (fromMs !== null) {
      gaps.push({ fromMs, toMs: atMs })
      fromMs = null
    }
  }
  return fromMs === null ? gaps : [...gaps, { fromMs, toMs: null }]
}

/**
 * The point that holds at a time. Absent: undefined, the time is before the first look.
 *
 * `points`: of one field, in the order of time.
 *
 * @example
 * ```ts
 * import { pointAt } from 'shelfmark'
 *
 * const points = [20, 25].map((value, day) => ({ atMs: Date.UTC(2026, 10, 26 + day), value }))
 * pointAt(points, Date.UTC(2026, 10, 26, 12))?.value // 20
 * ```
 */
export function pointAt<One extends Pick<Point, 'atMs'>>(points: readonly One[], atMs: number): One | undefined {
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle]?.atMs ?? Infinity) <= atMs) low = middle + 1
    else high = middle
  }
  return points[low - 1]
}

/**
 * The lowest number that held at any time of a span, the value at its start included. Absent: null, there was none.
 *
 * `points`: of one field and one series, in the order of time. `toMs`: not included.
 */
export function lowestIn(
  points: readonly Pick<Point, 'atMs' | 'value'>[],
  fromMs: number,
  toMs: number,
): number | null {
  const held = pointAt(points, fromMs)
  const inside = points.filter(({ atMs }) => atMs > fromMs && atMs < toMs)
  const numbers = (held === undefined ? inside : [held, ...inside]).flatMap(({ value }) =>
    typeof value === 'number' ? [value] : [],
  )
  return numbers.length === 0 ? null : Math.min(...numbers)
}
