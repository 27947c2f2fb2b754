import type { ConfirmedChange } from './look-result.ts'
import type { WatchPlan } from './plan-watch.ts'
import { deltaOf, isSame, percentOf } from './same-value.ts'
import { findDifference } from './seen-record.ts'
import type { SeriesState } from './watch-state.ts'

/** What a page that switches between layouts and places has several of, with a series for each. */
const SWITCHED = { layout: null, place: null }

/**
 * A change of rank as a search tells it that has several series: all of them come to show the same changes. What another
 * one has confirmed since the current one was last seen is where the change begins.
 *
 * Absent: null, the other one has told it.
 */
export function tellOnce(
  change: ConfirmedChange,
  { steps: [everyChange], track }: Pick<WatchPlan, 'steps' | 'track'>,
  current: SeriesState,
  others: readonly SeriesState[],
): ConfirmedChange | null {
  const { field, after } = change
  const { afterMs } = current.values[field]?.run ?? {}
  if (track === null || afterMs === undefined || everyChange === undefined) return change
  const [last] = others
    .filter(({ context }) => findDifference({ ...context, ...SWITCHED }, { ...current.context, ...SWITCHED }) === null)
    .flatMap(({ values }) => values[field]?.rules[everyChange.key] ?? [])
    .filter(({ sinceMs }) => sinceMs > afterMs)
    .toSorted((left, right) => right.sinceMs - left.sinceMs)
  if (last === undefined) return change
  const before = last.settled
  if (isSame(before, after)) return null
  return { ...change, before, delta: deltaOf(before, after), percent: percentOf(before, after) }
}
