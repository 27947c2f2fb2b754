import type { Redis } from 'ioredis'
import { CLOCK_TOLERANCE_MS } from '../../../core/policy/index.ts'

/** Time after which the clock is read again. */
const MAX_AGE_MS = 5000
/** Time after which it is read again while the clock of this process seems wrong. */
const MAX_DOUBT_MS = 500

/** Converts times of `performance.now` to the clock of Redis, and compares that with the clock of this process. */
export class ServerClock {
  private readonly redis: Redis
  private readonly epochMs: (() => number) | null
  /** Clock of Redis minus `performance.now`. Too small by the time that the answer traveled. */
  private offsetMs = 0
  private readMs = -Infinity
  /** Time that the last answer traveled at most. */
  private doubtMs = 0
  private reading: Promise<void> | null = null

  /** `epochMs`: clock of this process; null: it is not compared. Unit: ms since 1970. */
  constructor(redis: Redis, epochMs: (() => number) | null) {
    this.redis = redis
    this.epochMs = epochMs
  }

  /** Whether there is a clock of this process to compare with. */
  get isCompared(): boolean {
    return this.epochMs !== null
  }

  /** How far the clock of this process is ahead of that of Redis; negative: behind. 0: not more than is tolerated. Unit: ms. */
  async aheadMs(): Promise<number> {
    if (this.epochMs === null) return 0
    await this.readAgain(MAX_AGE_MS)
    if (this.compare() !== 0) await this.readAgain(MAX_DOUBT_MS)
    return this.compare()
  }

  /** Reads the clock before the next conversion: the server may have changed, or its clock was set. */
  forget(): void {
    this.readMs = -Infinity
  }

  /** Unit: ms since 1970. Never later than what the clock of Redis shows at that time. */
  async toServerMs(timeMs: number): Promise<number> {
    await this.readAgain(MAX_AGE_MS)
    return Math.floor(timeMs + this.offsetMs)
  }

  private compare(): number {
    if (this.epochMs === null) return 0
    const aheadMs = this.epochMs() - performance.now() - this.offsetMs
    const isRight = aheadMs >= -CLOCK_TOLERANCE_MS && aheadMs - this.doubtMs <= CLOCK_TOLERANCE_MS
    return isRight ? 0 : Math.round(aheadMs)
  }

  /** Reads the clock if the last time is older than an age. Concurrent calls share one read. */
  private async readAgain(maxAgeMs: number): Promise<void> {
    if (performance.now() - this.readMs <= maxAgeMs) return
    this.reading ??= this.read()
    try {
      await this.reading
    } finally {
      this.reading = null
    }
  }

  private async read(): Promise<void> {
    const sentMs = performance.now()
    const [seconds, microseconds] = (await this.redis.call('TIME')) as [string, string]
    this.readMs = performance.now()
    this.doubtMs = this.readMs - sentMs
    this.offsetMs = Number(seconds) * 1000 + Number(microseconds) / 1000 - this.readMs
  }
}
