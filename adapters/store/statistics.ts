import type { DayRange } from './ledger.ts'

/** What is counted by day. The parts of the names of each are described at `DailyStatistics`. */
export const STATISTICS = ['requests', 'refusals', 'attempts', 'reads', 'winners', 'unread'] as const
export type StatisticsSeries = (typeof STATISTICS)[number]

/** A count of a day. */
export interface DailyCount {
  readonly series: StatisticsSeries
  /** UTC day. Form: `YYYY-MM-DD`. */
  readonly day: string
  readonly name: readonly string[]
  readonly count: number
}

/** Counts that are added together, at least one. */
export interface StatisticsEntry {
  /** They are added once, however often they are sent. */
  readonly id: string
  readonly counts: readonly DailyCount[]
}

/** Counts by day, for operators. Nobody is charged by them: a process that is killed loses those of its last seconds. */
export interface Statistics {
  /** Adds counts, except those whose name begins with an erased workspace. */
  add(entry: StatisticsEntry): Promise<void>
  /** Order: day. */
  read(series: StatisticsSeries, days: DayRange): Promise<DailyCount[]>
  /** Removes the counts of days before this one. A store may remove them by itself. */
  forget(day: string): Promise<void>
}

/** Days for which counts are kept, with the current one. */
export const STATISTICS_DAYS = 90
