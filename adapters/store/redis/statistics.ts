import { listDays } from '../../../core/policy/index.ts'
import type { DayRange } from '../ledger.ts'
import {
  STATISTICS_DAYS,
  type DailyCount,
  type Statistics,
  type StatisticsEntry,
  type StatisticsSeries,
} from '../statistics.ts'
import type { Connection } from './connection.ts'
import { loadScript } from './script.ts'

const ADD_STATISTICS = loadScript('add-statistics')
const DAY_SECONDS = 86_400

export class RedisStatistics implements Statistics {
  private readonly connection: Connection

  constructor(connection: Connection) {
    this.connection = connection
  }

  async add({ id, counts }: StatisticsEntry): Promise<void> {
    const list = counts.map(({ series, day, name, count }) => [`${series}:${day}`, JSON.stringify(name), count])
    await this.connection.run(ADD_STATISTICS, [id, (STATISTICS_DAYS + 1) * DAY_SECONDS, JSON.stringify(list)])
  }

  async read(series: StatisticsSeries, range: DayRange): Promise<DailyCount[]> {
    const days = listDays(range)
    const hashes = await this.connection.readHashes(days.map((day) => this.connection.name('statistics', series, day)))
    return hashes.flatMap((hash, index) =>
      Object.entries(hash).map(([name, count]) => ({
        series,
        day: days[index] ?? '',
        name: JSON.parse(name) as string[],
        count: Number(count),
      })),
    )
  }

  /** Redis removes each day when its time is over. */
  async forget(): Promise<void> {}
}
