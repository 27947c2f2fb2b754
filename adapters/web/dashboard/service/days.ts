import { DAY_MS, dayOf } from '../../../../core/policy/index.ts'
import type { DayRange } from '../../../store/ledger.ts'

/** The last days in UTC, with today. `count`: 1 or more. */
export function daysBack(count: number): DayRange {
  const nowMs = Date.now()
  return { from: dayOf(nowMs - (count - 1) * DAY_MS), to: dayOf(nowMs) }
}

/** Splits a range before its last days. */
export function splitDays({ from, to }: DayRange, last: number): readonly [before: DayRange, last: DayRange] {
  const startMs = Date.parse(to) - (last - 1) * DAY_MS
  return [
    { from, to: dayOf(startMs - DAY_MS) },
    { from: dayOf(startMs), to },
  ]
}
