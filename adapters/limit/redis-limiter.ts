import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { SLOT_RETRY_MS, type KeyLimits } from '../../core/policy/index.ts'
import { Connection } from '../redis/connection.ts'
import { StoreError } from '../store/store-error.ts'
import { ADMIT } from './admit-script.ts'
import type { Admission, HeldSlot, Limiter } from './limiter.ts'

export interface RedisLimiterOptions {
  /** A connection that `connectRedis` has made; it is left open. */
  readonly redis: Redis
  /** Begins the names of all data. Default: `shelfmark`. */
  readonly prefix?: string | undefined
  /**
   * A slot that nobody gives back is free again after so long. Unit: ms.
   * Longer than any request: 10 pages of 45 s. Default: 600,000.
   */
  readonly leaseMs?: number | undefined
  /** Whose time counts: the server's, which is the same for all processes, or the caller's. Default: `redis`. */
  readonly clock?: 'redis' | 'caller' | undefined
}

/** Limits of keys that all processes on one Redis serve together. */
export class RedisLimiter implements Limiter {
  private readonly connection: Connection
  private readonly leaseMs: number
  private readonly clock: 'redis' | 'caller'
  /** Begins the ids of this process's slots: no other has the same. */
  private readonly token = randomUUID()
  private nextSlot = 0

  constructor({ redis, prefix = 'shelfmark', leaseMs = 600_000, clock = 'redis' }: RedisLimiterOptions) {
    this.connection = new Connection(redis, prefix)
    this.leaseMs = leaseMs
    this.clock = clock
  }

  /** Throws: `unavailable` of `StoreError`; a slot that was taken, and the answer lost, is free when its lease ends. */
  async admit(keyId: string, limits: KeyLimits, nowMs: number): Promise<Admission> {
    const { concurrency, sustainedPerSecond, burstPerSecond } = limits
    const id = `${this.token}-${this.nextSlot++}`
    const timeMs = this.clock === 'caller' ? nowMs : ''
    const [outcome, ...numbers] = await this.connection.run<['ok' | 'rate' | 'concurrency', ...number[]]>(ADMIT, [
      keyId,
      id,
      timeMs,
      this.leaseMs,
      concurrency,
      sustainedPerSecond,
      burstPerSecond,
    ])
    if (outcome === 'rate') return { ok: false, reason: outcome, retryAfterMs: numbers[0] ?? 0 }
    if (outcome === 'concurrency') return { ok: false, reason: outcome, retryAfterMs: SLOT_RETRY_MS }
    const [inFlight = 0, rps = 0] = numbers
    return { ok: true, slot: { keyId, id }, inFlight, allowed: concurrency, rps, ceiling: burstPerSecond }
  }

  /** A slot that can't be given back now is free when its lease ends. */
  async release({ keyId, id }: HeldSlot): Promise<void> {
    const slots = this.connection.name('limit', keyId, 'slots')
    try {
      await this.connection.ask((redis) => redis.zrem(slots, id))
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
    }
  }
}
