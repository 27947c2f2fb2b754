import type { Database } from './database.ts'

/** Time after which the clock is read again. Unit: ms. */
const READ_MS = 5000

/** The clock of a shared database, which all processes decide by, whatever their own clocks show. */
export class ServerClock {
  private readonly database: Database
  private readonly timer: NodeJS.Timeout
  /** Clock of the database minus `performance.now`. Too small by the time that the answer traveled. */
  private offsetMs = 0
  private latestMs = -Infinity
  private reading: Promise<void> = Promise.resolve()

  private constructor(database: Database) {
    this.database = database
    // While the database is away, the clock of this process goes on from the last time.
    this.timer = setInterval(() => {
      this.reading = this.read().catch(() => undefined)
    }, READ_MS).unref()
  }

  static async open(database: Database): Promise<ServerClock> {
    const clock = new ServerClock(database)
    await clock.read()
    return clock
  }

  /** Never goes back for a small correction. Unit: ms since 1970. */
  epochMs(): number {
    const nowMs = Math.floor(performance.now() + this.offsetMs)
    const isCorrection = nowMs < this.latestMs && this.latestMs - nowMs < READ_MS
    this.latestMs = isCorrection ? this.latestMs : nowMs
    return this.latestMs
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    await this.reading
  }

  private async read(): Promise<void> {
    const sql = 'SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) AS ms'
    const [now] = await this.database.list<{ ms: number }>(sql)
    if (now !== undefined) this.offsetMs = now.ms - performance.now()
  }
}
