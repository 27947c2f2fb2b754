import type { Redis } from 'ioredis'

/** Clocks drift apart: by no more than a few ms in this time. */
const FRESH_MS = 30_000

/** Tells what the clock of a Redis shows at a time of `performance.now`. */
export class ServerClock {
  private readonly redis: Redis
  /** The server's clock less ours: a little too small, by as long as its answer was on the way. */
  private offsetMs = 0
  private readMs = -Infinity
  private reading: Promise<void> | null = null

  constructor(redis: Redis) {
    this.redis = redis
  }

  /** The clock is another now, or was set. */
  forget(): void {
    this.readMs = -Infinity
  }

  /** Unit: ms since 1970; never more than the server's clock will show then. */
  async toServerMs(timeMs: number): Promise<number> {
    if (performance.now() - this.readMs > FRESH_MS) await this.readOnce()
    return Math.floor(timeMs + this.offsetMs)
  }

  /** Many ask at the same time: one reads. */
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
