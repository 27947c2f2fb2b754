import type { DayRange } from '../ledger.ts'
import {
  STATISTICS,
  type DailyCount,
  type Statistics,
  type StatisticsEntry,
  type StatisticsSeries,
} from '../statistics.ts'
import type { Database } from './database.ts'
import { isErased } from './workspaces.ts'

interface CountRow {
  readonly day: string
  /** JSON. */
  readonly name: string
  readonly count: number
}

/** Subject of steps that change counts. An erasure removes those of its workspace in such a step. */
export const STATISTICS_SUBJECT = 'statistics'
/** Entries that are remembered. One that got no answer is sent again within seconds. */
const REMEMBERED = 1000
/** Counts that one read gives. Between reads, requests are answered. */
const READ_AT_ONCE = 2000

export class SqlStatistics implements Statistics {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  async add({ id, counts }: StatisticsEntry): Promise<void> {
    await this.database.step(STATISTICS_SUBJECT, async (tx) => {
      const added = await tx.run('INSERT INTO statistics_entries (id) VALUES ($1) ON CONFLICT (id) DO NOTHING', id)
      if (added === 0) return
      const owners = [...new Set(counts.map(({ name: [first = ''] }) => first))]
      const erased = new Set<string>()
      for (const owner of owners) if (await isErased(tx, owner)) erased.add(owner)
      await Promise.all(
        counts
          .filter(({ name: [first = ''] }) => !erased.has(first))
          .map(({ series, day, name, count }) =>
            tx.run(
              `INSERT INTO statistics (series, day, name, count) VALUES ($1, $2, $3, $4)
               ON CONFLICT (series, day, name) DO UPDATE SET count = statistics.count + excluded.count`,
              series,
              day,
              JSON.stringify(name),
              count,
            ),
          ),
      )
    })
  }

  async read(series: StatisticsSeries, { from, to }: DayRange): Promise<DailyCount[]> {
    const counts: DailyCount[] = []
    for (let last = { day: from, name: '' }; ;) {
      const rows = await this.database.list<CountRow>(
        `SELECT day, name, count FROM statistics WHERE series = $1 AND (day, name) > ($2, $3) AND day <= $4
         ORDER BY day, name LIMIT $5`,
        series,
        last.day,
        last.name,
        to,
        READ_AT_ONCE,
      )
      for (const { day, name, count } of rows) counts.push({ series, day, name: JSON.parse(name) as string[], count })
      last = rows.at(-1) ?? last
      if (rows.length < READ_AT_ONCE) return counts
    }
  }

  async forget(day: string): Promise<void> {
    for (const series of STATISTICS) {
      await this.database.step(STATISTICS_SUBJECT, (tx) =>
        tx.run('DELETE FROM statistics WHERE series = $1 AND day < $2', series, day),
      )
    }
    await this.database.step(STATISTICS_SUBJECT, (tx) =>
      tx.run(
        'DELETE FROM statistics_entries WHERE row_id <= (SELECT max(row_id) FROM statistics_entries) - $1',
        REMEMBERED,
      ),
    )
  }
}
