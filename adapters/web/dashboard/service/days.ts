import type { DayRange } from '../../../store/ledger.ts'

const DAY_MS = 86_400_000

const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10)

/** The last days in UTC, with today. `count`: 1 or more. */
export function daysBack(count: number): DayRange {
  const nowMs = Date.now()
  return { from: dayOf(nowMs - (count - 1) * DAY_MS), to: dayOf(nowMs) }
}

/** Each day of a range, in order. */
export function listDays({ from, to }: DayRange): string[] {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(dayOf(at))
  return days
}

/** Splits a range before its last days. */
export function splitDays({ from, to }: DayRange, last: number): readonly [before: DayRange, last: DayRange] {
  const startMs = Date.parse(to) - (last - 1) * DAY_MS
  return [
    { from, to: dayOf(startMs - DAY_MS) },
    { from: dayOf(startMs), to },
  ]
}
