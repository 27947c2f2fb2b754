import type { StatisticsRow } from '../../../http/admin/statistics-commands.ts'
import type { DayRange } from '../../../store/ledger.ts'
import type { StatisticsSeries } from '../../../store/statistics.ts'
import { administrate } from './administrate.ts'

interface Asked {
  readonly days: DayRange
  /** How the names begin. Default: all. */
  readonly of?: readonly string[]
  /** Default: true. */
  readonly byDay?: boolean
}

/** Counts of a series. */
export function readStatistics(
  series: StatisticsSeries,
  { days, of = [], byDay = true }: Asked,
): Promise<StatisticsRow[]> {
  return administrate<StatisticsRow[]>('statistics.read', { series, ...days, of, byDay })
}
