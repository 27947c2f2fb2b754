import * as v from 'valibot'
import { DAY_MS, dayOf } from '../../../core/policy/index.ts'
import { STATISTICS, STATISTICS_DAYS, type StatisticsSeries } from '../../store/statistics.ts'
import type { Store } from '../../store/store.ts'
import { day, define, READS, type CommandContext } from './define-command.ts'

/** A count, of a day or of all days that were asked for. */
export interface StatisticsRow {
  /** UTC. Form: `YYYY-MM-DD`. null: all days together. */
  readonly day: string | null
  /** Its parts: see `DailyStatistics`. */
  readonly name: readonly string[]
  readonly count: number
}

export const STATISTICS_COMMANDS = {
  'statistics.read': define(
    'Read counts by day: of requests, of refusals, of attempts at marketplaces, or of the candidates that gave fields their values. `of`: how their names begin. `byDay`: false, for all days together.',
    v.strictObject({
      series: v.picklist(STATISTICS),
      from: day,
      to: day,
      of: v.exactOptional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(4)), []),
      byDay: v.exactOptional(v.boolean(), true),
    }),
    readStatistics,
    { ...READS, followMs: 5000 },
  ),
} as const

interface StatisticsInput {
  readonly series: StatisticsSeries
  readonly from: string
  readonly to: string
  readonly of: readonly string[]
  readonly byDay: boolean
}

/** Days that are not kept are left out: a store may look for each of them. */
async function readStatistics(
  store: Store,
  input: StatisticsInput,
  { nowMs }: CommandContext,
): Promise<StatisticsRow[]> {
  const { series, of, byDay, from, to } = input
  const [oldest, newest] = [dayOf(nowMs - STATISTICS_DAYS * DAY_MS), dayOf(nowMs + DAY_MS)]
  const days = { from: from < oldest ? oldest : from, to: to > newest ? newest : to }
  const counts = await store.statistics.read(series, days)
  const rows = counts.filter(({ name }) => of.every((part, at) => name[at] === part))
  if (byDay) return rows.map(({ day, name, count }) => ({ day, name, count }))
  const sums = new Map<string, StatisticsRow & { count: number }>()
  for (const { name, count } of rows) {
    const key = name.join('\n')
    const sum = sums.get(key)
    if (sum === undefined) sums.set(key, { day: null, name, count })
    else sum.count += count
  }
  return [...sums.values()]
}
