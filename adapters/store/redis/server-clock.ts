import type { Redis } from 'ioredis'

/** Time after which the clock is read again. Clocks drift apart by a few ms in this time. */
const MAX_AGE_MS = 30_000

/** Converts times of `performance.now` to the clock of Redis. */
export class ServerClock {
  private readonly redis: Redis
  /** Clock of Redis minus `performance.now`. Too small by the time that the answer travelled. */
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
    if (performance.now() - this.readMs > MAX_AGE_MS) await this.readOnce()
    return Math.floor(timeMs + this.offsetMs)
  }

  /** Concurrent calls share one read. */
  private async readOnce(): Promise<void> {
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
