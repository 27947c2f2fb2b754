import type { Redis } from 'ioredis'

/** Time after which the clock is read again. */
const MAX_AGE_MS = 5000

/** Converts times of `performance.now` to the clock of Redis. */
export class ServerClock {
  private readonly redis: Redis
  /** Clock of Redis minus `performance.now`. Too small by the time that the answer traveled. */
  private offsetMs = 0
  private readMs = -Infinity
  private reading: Promise<void> | null = null

  constructor(redis: Redis) {
    this.redis = redis
  }

  /** Reads the clock before the next conversion: the server may have changed, or its clock was set. */
  forget(): void {
    this.readMs = -Infinity
  }

  /** Unit: ms since 1970. Never later than what the clock of Redis shows at that time. */
  async toServerMs(timeMs: number): Promise<number> {
    await this.readAgain()
    return Math.floor(timeMs + this.offsetMs)
  }

  /** Reads the clock if the last time is too old. Concurrent calls share one read. */
  private async readAgain(): Promise<void> {
    if (performance.now() - this.readMs <= MAX_AGE_MS) return
    this.reading ??= this.read()
    try {
      await this.reading
    } finally {
      this.reading = null
    }
  }

  private async read(): Promise<void> {
    const [seconds, microseconds] = (await this.redis.call('TIME')) as [string, string]
    this.readMs = performance.now()
    this.offsetMs = Number(seconds) * 1000 + Number(microseconds) / 1000 - this.readMs
  }
}
