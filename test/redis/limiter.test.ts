import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import type { Redis } from 'ioredis'
import type { Admission } from '../../adapters/store/limiter.ts'
import { RedisLimiter, type RedisLimiterOptions } from '../../adapters/store/redis/redis-limiter.ts'
import { connectRedis } from '../../adapters/store/redis/connect-redis.ts'
import { admit, releaseActivity, restedActivity, type KeyActivity, type KeyLimits } from '../../core/policy/index.ts'
import { ENDLESS, limiterContract } from '../contract/limiter-contract.ts'
import { describeRedis } from '../support/redis-server.ts'

const LEASE_MS = 3000

describeRedis('limits on Redis', ['--appendonly', 'no'], (server) => {
  let redis: Redis
  before(() => {
    redis = connectRedis(server.url)
    // Each limiter adds listeners.
    redis.setMaxListeners(0)
  })
  after(() => {
    redis.disconnect()
  })
  const create = (options: Partial<RedisLimiterOptions> = {}) =>
    new RedisLimiter({ redis, prefix: randomUUID(), clock: 'caller', ...options })

  limiterContract('Redis', create)

  test('the script decides and stores what the rules of core/policy say', async () => {
    const limits = fc.record({ concurrency: fc.integer({ min: 1, max: 4 }), sustained: rate, more: rate })
    const step = fc.record({
      pauseMs: fc.oneof(
        fc.constantFrom(0, 1, 499, 500, 999, 1000),
        fc.nat({ max: 300 }),
        fc.integer({ min: -2000, max: 8000 }),
      ),
      released: fc.option(fc.nat({ max: 5 })),
      limits: fc.nat({ max: 1 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.tuple(limits, limits), fc.array(step, { maxLength: 60 }), async (plans, steps) => {
        const prefix = randomUUID()
        const limiter = create({ prefix, leaseMs: LEASE_MS })
        const model = new Model(plans.map(toLimits))
        for (const { pauseMs, released, limits } of steps) {
          const slot = released === null ? undefined : model.release(released)
          if (slot !== undefined) await limiter.release({ keyId: 'k', id: slot })
          const expected = model.admit(limits, pauseMs)
          const admission = await limiter.admit('k', model.limits(limits), model.nowMs)
          assert.deepEqual(toFacts(admission), expected)
          if (admission.ok) model.rename(admission.slot.id)
          const { milliTokens, atMs } = model.activity.rate
          const kept = await server.redis.hmget(`${prefix}:limit:k`, 'milli_tokens', 'at_ms')
          assert.deepEqual(kept, [String(milliTokens), String(atMs)])
        }
      }),
      { numRuns: 60 },
    )
  })

  test('two processes share the limits of a key', async () => {
    const prefix = randomUUID()
    const [one, other] = [create({ prefix }), create({ prefix })]
    const asked = Array.from({ length: 60 }, (_, count) => (count % 2 === 0 ? one : other).admit('k', ENDLESS, 1000))
    const admissions = await Promise.all(asked)
    assert.equal(admissions.filter(({ ok }) => ok).length, ENDLESS.concurrency)
    const slots = admissions.flatMap((admission) => (admission.ok ? admission.slot : []))
    assert.equal(new Set(slots.map(({ id }) => id)).size, ENDLESS.concurrency)
    // Any process can release a slot by its id.
    for (const slot of slots) await one.release(slot)
    assert.equal((await other.admit('k', ENDLESS, 1000)).ok, true)
  })

  test('time is measured on the clock of the server, not of the callers', async () => {
    const limits = { concurrency: 1, sustainedPerSecond: 1000, burstPerSecond: 1000 }
    const prefix = randomUUID()
    const limiter = create({ prefix, clock: 'redis', leaseMs: 3_600_000 })
    const admission = await limiter.admit('k', limits, 0)
    assert.ok(admission.ok, 'refused')
    assert.equal((await limiter.admit('k', limits, Number.MAX_SAFE_INTEGER)).ok, false)
    const [seconds] = await server.redis.time()
    const endMs = Number(seconds) * 1000
    assert.equal(await server.redis.zadd(`${prefix}:limit:k:slots`, 'XX', 'CH', endMs, admission.slot.id), 1)
    assert.equal((await limiter.admit('k', limits, 0)).ok, true)
  })

  test('the data of an idle key expires', async () => {
    const prefix = randomUUID()
    const limiter = create({ prefix, leaseMs: 600_000 })
    const admission = await limiter.admit('k', ENDLESS, 1000)
    assert.ok(admission.ok, 'refused')
    for (const name of ['limit:k', 'limit:k:slots', 'limit:k:recent']) {
      const ttlMs = await server.redis.pttl(`${prefix}:${name}`)
      assert.ok(ttlMs > 600_000 && ttlMs <= 660_000, `${name}: ${ttlMs}`)
    }
  })

  test('a server that is down admits nothing, and releases are not waited for', async () => {
    const limiter = create()
    const admission = await limiter.admit('k', ENDLESS, 1000)
    assert.ok(admission.ok, 'refused')
    await server.kill()
    await assert.rejects(limiter.admit('k', ENDLESS, 1000), { name: 'StoreError', code: 'unavailable' })
    await limiter.release(admission.slot)
    await server.start()
    while (redis.status !== 'ready') await sleep(10)
    assert.equal((await limiter.admit('k', ENDLESS, 1000)).ok, true)
  })

  test('a frozen server admits nothing, and takes no slot when it continues', async () => {
    const limiter = create()
    const admission = await limiter.admit('k', ENDLESS, 1000)
    assert.ok(admission.ok, 'refused')
    await server.freeze()
    const late = assert.rejects(limiter.admit('k', ENDLESS, 1000), { name: 'StoreError', code: 'unavailable' })
    await late.finally(() => server.thaw())
    while (redis.status !== 'ready') await sleep(10)
    const next = await limiter.admit('k', ENDLESS, 1000)
    assert.equal(next.ok && next.inFlight, 2)
  })

  test('a full server admits nothing, and releases slots', async () => {
    const limiter = create()
    const limits = { ...ENDLESS, concurrency: 1 }
    const admission = await limiter.admit('k', limits, 1000)
    assert.ok(admission.ok, 'refused')
    await server.redis.config('SET', 'maxmemory', '1mb')
    try {
      await assert.rejects(limiter.admit('k', limits, 1000), {
        name: 'StoreError',
        code: 'unavailable',
        message: /OOM/,
      })
      await limiter.release(admission.slot)
    } finally {
      await server.redis.config('SET', 'maxmemory', '0')
    }
    assert.equal((await limiter.admit('k', limits, 1000)).ok, true)
  })

  test('after a flush, every key begins as if it had been idle', async () => {
    const limits = { ...ENDLESS, concurrency: 1 }
    const limiter = create()
    const admission = await limiter.admit('k', limits, 1000)
    assert.ok(admission.ok, 'refused')
    await server.redis.flushall()
    await server.redis.script('FLUSH')
    assert.equal((await limiter.admit('k', limits, 1000)).ok, true)
    await limiter.release(admission.slot)
    assert.equal((await limiter.admit('k', limits, 1000)).ok, false)
  })
})

const rate = fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 500 }))

function toLimits(plan: { concurrency: number; sustained: number; more: number }): KeyLimits {
  const { concurrency, sustained, more } = plan
  return { concurrency, sustainedPerSecond: sustained, burstPerSecond: sustained + more }
}

function toFacts(admission: Admission): unknown {
  if (!admission.ok) {
    const { reason, retryAfterMs, rps } = admission
    return { reason, retryAfterMs, rps }
  }
  const { inFlight, allowed, rps, ceiling } = admission
  return { inFlight, allowed, rps, ceiling }
}

/** State of a key according to core/policy. */
class Model {
  nowMs = 100_000
  activity: KeyActivity
  private readonly plans: readonly KeyLimits[]
  private names: { readonly model: string; readonly actual: string }[] = []
  private next = 0

  constructor(plans: readonly KeyLimits[]) {
    this.plans = plans
    this.activity = restedActivity(this.limits(0), this.nowMs)
  }

  limits(plan: number): KeyLimits {
    const limits = this.plans[plan]
    assert.ok(limits, 'there is no such plan')
    return limits
  }

  admit(plan: number, pauseMs: number): unknown {
    this.nowMs += pauseMs
    const limits = this.limits(plan)
    if (this.next === 0) this.activity = restedActivity(limits, this.nowMs)
    const slotId = String(this.next++)
    const decision = admit(this.activity, limits, { slotId, nowMs: this.nowMs, leaseMs: LEASE_MS })
    this.activity = decision.activity
    const { slots, rate } = this.activity
    if (!decision.ok) return { reason: decision.reason, retryAfterMs: decision.retryAfterMs, rps: rate.recentMs.length }
    const { concurrency: allowed, burstPerSecond: ceiling } = limits
    return { inFlight: slots.length, allowed, rps: rate.recentMs.length, ceiling }
  }

  /** Sets the id that the limiter gave to the last slot. */
  rename(actual: string): void {
    this.names.push({ model: String(this.next - 1), actual })
  }

  /** Releases a slot, counted from the last one. Absent: undefined, there were not so many slots. */
  release(which: number): string | undefined {
    const name = this.names.at(-1 - which)
    if (name !== undefined) this.activity = releaseActivity(this.activity, name.model)
    return name?.actual
  }
}
