import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { SLOT_RETRY_MS, wholeTokens, type KeyLimits } from '../../../core/policy/index.ts'
import { Backlog } from '../backlog.ts'
import { CHECK_WAIT_MS, Connection, type ScriptClock } from './connection.ts'
import type { Admission, HeldSlot, Limiter, RateUse } from '../limiter.ts'
import { Leases, REQUEST_LEASE_MS } from './leases.ts'
import { loadScript } from './script.ts'

const ADMIT = loadScript('admit')

type Reply = [outcome: 'ok' | 'rate' | 'concurrency', number: number, rps: number, milliTokens: number]

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
  /** Called when a probe finds that Redis has lost its data since the last one. `id`: of the loss, the same in all processes. */
  readonly onLoss?: ((id: string) => void) | undefined
}

/** Limits of keys, shared by all processes on one Redis. */
export class RedisLimiter implements Limiter {
  private readonly connection: Connection
  private readonly leases: Leases
  private readonly clock: ScriptClock
  /** Prefix of this process's slot ids. No other process has the same. */
  private readonly token = randomUUID()
  private nextSlot = 0
  private readonly onLoss: (id: string) => void
  /** What Redis had at the last probe: it is there as long as the data is. Absent: null, there was no probe. */
  private mark: string | null = null
  /** Slots that could not be released. Otherwise their requests would count until their lease ends. */
  private readonly unreleased = new Backlog<HeldSlot>((slots) => this.releaseAll(slots))

  constructor(options: RedisLimiterOptions) {
    const { redis, prefix = 'shelfmark', leaseMs = REQUEST_LEASE_MS, clock = 'redis', onLoss } = options
    this.connection = new Connection(redis, prefix)
    this.leases = new Leases(this.connection, leaseMs)
    this.clock = clock
    this.onLoss = onLoss ?? (() => undefined)
  }

  /** Throws: `unavailable` of `StoreError`. If only the answer was lost, the slot is held until its lease ends. */
  async admit(keyId: string, limits: KeyLimits, nowMs: number, requests = 1): Promise<Admission> {
    const id = `${this.token}-${this.nextSlot++}`
    const [outcome, number, ...rate] = await this.ask(keyId, id, limits, nowMs, requests)
    const use = toUse(rate, limits)
    if (outcome === 'rate') return { ok: false, reason: outcome, retryAfterMs: number, ...use }
    if (outcome === 'concurrency') return { ok: false, reason: outcome, retryAfterMs: SLOT_RETRY_MS, ...use }
    if (this.clock === 'redis') this.leases.begin(slotsOf(keyId), id)
    return { ok: true, slot: { keyId, id }, inFlight: number, allowed: limits.concurrency, ...use }
  }

  async look(keyId: string, limits: KeyLimits, nowMs: number): Promise<RateUse> {
    const [, , ...rate] = await this.ask(keyId, '', limits, nowMs, 0)
    return toUse(rate, limits)
  }

  private ask(keyId: string, id: string, limits: KeyLimits, nowMs: number, requests: number): Promise<Reply> {
    const { concurrency, sustainedPerSecond, burstPerSecond } = limits
    const timeMs = this.clock === 'caller' ? nowMs : ''
    const args = [keyId, id, timeMs, this.leases.leaseMs, concurrency, sustainedPerSecond, burstPerSecond, requests]
    return this.connection.run<Reply>(ADMIT, args, CHECK_WAIT_MS)
  }

  /** Looks whether Redis answers, and still has its data. Rejects: `unavailable`. */
  async probe(): Promise<void> {
    const name = this.connection.name('memory')
    const found = await this.connection.ask((redis) => redis.get(name))
    const mark = found ?? (await this.begin(name))
    if (this.mark !== null && mark !== this.mark) this.onLoss(mark)
    this.mark = mark
  }

  /** Marks the data of a Redis that has none. Returns the mark of the first process that did. */
  private async begin(name: string): Promise<string> {
    await this.connection.ask((redis) => redis.set(name, randomUUID(), 'NX'))
    return (await this.connection.ask((redis) => redis.get(name))) ?? ''
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

function toUse([rps, milliTokens]: readonly [rps: number, milliTokens: number], limits: KeyLimits): RateUse {
  return { rps, ceiling: limits.burstPerSecond, tokens: wholeTokens(milliTokens) }
}
