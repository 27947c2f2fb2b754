import type { StatisticsRow } from '../../../http/admin/statistics-commands.ts'
import type { DayRange } from '../../../store/ledger.ts'
import type { StatisticsSeries } from '../../../store/statistics.ts'
import { administrate } from './administrate.ts'
import { useFollowed } from './use-followed.ts'
import type { Loaded } from '../../kit/use-loaded.ts'

interface Asked {
  readonly days: DayRange
  /** How the names begin. Default: all. */
  readonly of?: readonly string[]
  /** Default: true. */
  readonly byDay?: boolean
}

const COMMAND = 'statistics.read'

const toInput = (series: StatisticsSeries, { days, of = [], byDay = true }: Asked) => ({ series, ...days, of, byDay })

/** Counts of a series. `isUnattended`: see `administrate`. */
export function readStatistics(series: StatisticsSeries, asked: Asked, isUnattended = false): Promise<StatisticsRow[]> {
  return administrate(COMMAND, toInput(series, asked), isUnattended)
}

/** Counts of a series, which follow what happens. */
export function useStatistics(series: StatisticsSeries, asked: Asked): Loaded<StatisticsRow[]> {
  return useFollowed(COMMAND, toInput(series, asked))
}
