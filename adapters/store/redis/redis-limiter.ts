import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { SLOT_RETRY_MS, wholeTokens, type KeyLimits } from '../../../core/policy/index.ts'
import { Backlog } from '../backlog.ts'
import { CHECK_WAIT_MS, Connection, type ScriptClock } from './connection.ts'
import type { Admission, HeldSlot, Limiter } from '../limiter.ts'
import { Leases, REQUEST_LEASE_MS } from './leases.ts'
import { loadScript } from './script.ts'

const ADMIT = loadScript('admit')

export interface RedisLimiterOptions {
  /** A connection made by `connectRedis`. The limiter leaves it open. */
  readonly redis: Redis
  /** Prefix of all names in Redis. Default: `shelfmark`. */
  readonly prefix?: string | undefined
  /** Time after which the slot of a dead process is free again. Meanwhile it is renewed. Unit: ms. Default: 30,000. */
  readonly leaseMs?: number | undefined
  /**
   * Clock for rates and leases: that of Redis, which all processes share, or that of the caller,
   * by which no lease is renewed. Default: `redis`.
   */
  readonly clock?: ScriptClock | undefined
}

/** Limits of keys, shared by all processes on one Redis. */
export class RedisLimiter implements Limiter {
  private readonly connection: Connection
  private readonly leases: Leases
  private readonly clock: ScriptClock
  /** Prefix of this process's slot ids. No other process has the same. */
  private readonly token = randomUUID()
  private nextSlot = 0
  /** Slots that could not be released. Otherwise their requests would count until their lease ends. */
  private readonly unreleased = new Backlog<HeldSlot>((slots) => this.releaseAll(slots))

  constructor({ redis, prefix = 'shelfmark', leaseMs = REQUEST_LEASE_MS, clock = 'redis' }: RedisLimiterOptions) {
    this.connection = new Connection(redis, prefix)
    this.leases = new Leases(this.connection, leaseMs)
    this.clock = clock
  }

  /** Throws: `unavailable` of `StoreError`. If only the answer was lost, the slot is held until its lease ends. */
  async admit(keyId: string, limits: KeyLimits, nowMs: number): Promise<Admission> {
    const { concurrency, sustainedPerSecond, burstPerSecond } = limits
    const id = `${this.token}-${this.nextSlot++}`
    const timeMs = this.clock === 'caller' ? nowMs : ''
    const [outcome, ...numbers] = await this.connection.run<['ok' | 'rate' | 'concurrency', ...number[]]>(
      ADMIT,
      [keyId, id, timeMs, this.leases.leaseMs, concurrency, sustainedPerSecond, burstPerSecond],
      CHECK_WAIT_MS,
    )
    if (outcome === 'rate') return { ok: false, reason: outcome, retryAfterMs: numbers[0] ?? 0 }
    if (outcome === 'concurrency') return { ok: false, reason: outcome, retryAfterMs: SLOT_RETRY_MS }
    if (this.clock === 'redis') this.leases.begin(slotsOf(keyId), id)
    const [inFlight = 0, rps = 0, milliTokens = 0] = numbers
    return {
      ok: true,
      slot: { keyId, id },
      inFlight,
      allowed: concurrency,
      rps,
      ceiling: burstPerSecond,
      tokens: wholeTokens(milliTokens),
    }
  }

  /** If Redis does not answer, the slot is released when it does. */
  async release(slot: HeldSlot): Promise<void> {
    this.leases.end(slot.id)
    try {
      await this.releaseAll([slot])
    } catch {
      this.unreleased.add(slot)
    }
  }

  private async releaseAll(slots: readonly HeldSlot[]): Promise<void> {
    for (const { keyId, id } of slots) {
      const name = this.connection.name(slotsOf(keyId))
      await this.connection.ask((redis) => redis.zrem(name, id))
    }
  }
}

/** Name of the slots of a key, without the prefix. */
function slotsOf(keyId: string): string {
  return `limit:${keyId}:slots`
}
