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
const DAY_MS = 86_400_000
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

  async read(series: StatisticsSeries, { from, to }: DayRange): Promise<DailyCount[]> {
    const days: string[] = []
    for (let atMs = Date.parse(from); atMs <= Date.parse(to); atMs += DAY_MS) {
      days.push(new Date(atMs).toISOString().slice(0, 10))
    }
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
