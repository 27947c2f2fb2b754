import type { DayRange } from '../ledger.ts'
import {
  STATISTICS,
  type DailyCount,
  type Statistics,
  type StatisticsEntry,
  type StatisticsSeries,
} from '../statistics.ts'
import type { Database } from './database.ts'
import { isErased } from './erase-workspace.ts'

interface CountRow {
  readonly day: string
  /** JSON. */
  readonly name: string
  readonly count: number
}

export class SqliteStatistics implements Statistics {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  async add({ id, counts }: StatisticsEntry): Promise<void> {
    const sql = `INSERT INTO statistics (series, day, name, count) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET count = count + excluded.count`
    // Not in the group of charges: what fails here must not undo them.
    await this.database.commit(() => {
      // This process alone adds counts, one entry after the other.
      const isNew = this.database.run(
        `INSERT INTO settings (name, value) VALUES ('statistics_entry', ?1)
         ON CONFLICT DO UPDATE SET value = excluded.value WHERE value <> excluded.value`,
        Buffer.from(id),
      )
      if (isNew === 0) return
      const isKept = ({ name: [first = ''] }: DailyCount): boolean => !isErased(this.database, first)
      for (const { series, day, name, count } of counts.filter(isKept)) {
        this.database.run(sql, series, day, JSON.stringify(name), count)
      }
    })
  }

  async read(series: StatisticsSeries, { from, to }: DayRange): Promise<DailyCount[]> {
    const rows = this.database.list<CountRow>(
      'SELECT day, name, count FROM statistics WHERE series = ? AND day BETWEEN ? AND ? ORDER BY day',
      series,
      from,
      to,
    )
    return rows.map(({ day, name, count }) => ({ series, day, name: JSON.parse(name) as string[], count }))
  }

  async forget(day: string): Promise<void> {
    for (const series of STATISTICS) {
      this.database.run('DELETE FROM statistics WHERE series = ? AND day < ?', series, day)
    }
  }
}
