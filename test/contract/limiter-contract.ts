import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { HeldSlot, Limiter } from '../../adapters/store/limiter.ts'
import { PLANS } from '../../core/policy/index.ts'

/** Limits whose rate is never reached, only their concurrency. */
export const ENDLESS = { concurrency: 20, sustainedPerSecond: 1_000_000, burstPerSecond: 1_000_000 }

/** Pseudorandom numbers, the same in every run. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** What every implementation of `Limiter` does. Each test has its own limiter. The clock is an argument. */
export function limiterContract(name: string, create: (options?: { readonly leaseMs: number }) => Limiter): void {
  test(`${name}: concurrent requests hold exactly the maximum number of slots`, async () => {
    const limiter = create()
    const random = randomNumbers(1)
    const keys = ['a', 'b', 'c'].map((id) => ({ id, held: 0, unknown: 0, most: 0, refused: 0 }))
    const ask = async (key: (typeof keys)[number]) => {
      key.unknown++
      const admission = await limiter.admit(key.id, ENDLESS, 1000)
      key.unknown--
      if (!admission.ok) {
        assert.deepEqual([admission.reason, admission.retryAfterMs], ['concurrency', 1000])
        key.refused++
        return
      }
      key.held++
      key.most = Math.max(key.most, key.held)
      assert.ok(admission.inFlight <= ENDLESS.concurrency, `${admission.inFlight} in flight`)
      for (let turns = random(40); turns > 0; turns--) await Promise.resolve()
      key.held--
      await limiter.release(admission.slot)
    }
    const asked: Promise<void>[] = []
    for (let count = 0; count < 3000; count++) {
      const key = keys[random(keys.length)]
      if (key !== undefined) asked.push(ask(key))
      if (random(3) === 0) await Promise.resolve()
      if (random(100) === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    await Promise.all(asked)
    for (const { id, most, refused } of keys) {
      assert.ok(most <= ENDLESS.concurrency && most > 1, `${most} of ${id} at the same time`)
      assert.ok(refused > 0, `none of ${id} was refused`)
      const after = await Promise.all(Array.from({ length: 25 }, () => limiter.admit(id, ENDLESS, 1000)))
      assert.equal(after.filter(({ ok }) => ok).length, ENDLESS.concurrency, 'all slots were released')
    }
  })

  test(`${name}: each admission is what a simple model decides`, async () => {
    const step = fc.record({
      key: fc.constantFrom('a', 'b'),
      pages: fc.constantFrom(1, 1, 1, 2, 3, 4, 6),
      pauseMs: fc.oneof(fc.constant(0), fc.nat({ max: 200 }), fc.nat({ max: 5000 })),
      releases: fc.nat({ max: 3 }),
    })
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 150 }), (steps) => followModel(create, steps)))
  })

  test(`${name}: an unreleased slot is free when its lease ends, and its late release has no effect`, async () => {
    const limiter = create({ leaseMs: 1000 })
    const limits = { ...ENDLESS, concurrency: 1 }
    const first = await limiter.admit('a', limits, 0)
    assert.ok(first.ok, 'the first was refused')
    assert.equal((await limiter.admit('a', limits, 999)).ok, false)
    const second = await limiter.admit('a', limits, 1000)
    assert.ok(second.ok, 'the second was refused')
    await limiter.release(first.slot)
    assert.equal((await limiter.admit('a', limits, 1001)).ok, false, 'the slot of the second was given to another')
    await limiter.release(second.slot)
    await limiter.release(second.slot)
    assert.equal((await limiter.admit('a', limits, 1002)).ok, true)
  })

  test(`${name}: a late release frees no slot of a key that was idle and is active again`, async () => {
    const limiter = create({ leaseMs: 1000 })
    const limits = { ...ENDLESS, concurrency: 1 }
    const first = await limiter.admit('a', limits, 0)
    assert.ok(first.ok, 'the first was refused')
    await limiter.admit('b', limits, 10_000)
    assert.equal((await limiter.admit('a', limits, 10_000)).ok, true)
    await limiter.release(first.slot)
    assert.equal((await limiter.admit('a', limits, 10_000)).ok, false)
  })

  test(`${name}: a key that was used while the clock was two days ahead is not refused when it is right again`, async () => {
    const limiter = create()
    const limits = { concurrency: 1, sustainedPerSecond: 1, burstPerSecond: 1 }
    const ahead = await limiter.admit('a', limits, 172_800_000)
    assert.ok(ahead.ok, 'refused')
    assert.equal((await limiter.admit('a', limits, 172_800_000)).ok, false)
    const right = await limiter.admit('a', limits, 0)
    assert.ok(right.ok, 'refused while the clock is right')
    assert.deepEqual([right.inFlight, right.rps], [1, 1])
    await limiter.release(ahead.slot)
    assert.equal((await limiter.admit('a', limits, 1000)).ok, false, 'the limits apply again')
  })

  test(`${name}: a request of several pages takes so many tokens, and one slot`, async () => {
    const limiter = create()
    const limits = { concurrency: 2, sustainedPerSecond: 2, burstPerSecond: 10 }
    const seven = await limiter.admit('a', limits, 0, 7)
    assert.ok(seven.ok, 'refused')
    assert.deepEqual([seven.rps, seven.tokens, seven.inFlight], [7, 19, 1])
    const four = await limiter.admit('a', limits, 0, 4)
    assert.ok(!four.ok && four.reason === 'rate', 'the second has room for three')
    assert.deepEqual([four.retryAfterMs, four.rps], [1000, 7])
    const three = await limiter.admit('a', limits, 0, 3)
    assert.ok(three.ok, 'refused')
    assert.deepEqual([three.rps, three.tokens, three.inFlight], [10, 16, 2])
  })

  test(`${name}: pages wait for as many tokens as they take`, async () => {
    const limiter = create()
    const limits = { concurrency: 20, sustainedPerSecond: 2, burstPerSecond: 10 }
    for (let second = 0; second < 3; second++) await limiter.admit('a', limits, second * 1000, 10)
    const refused = await limiter.admit('a', limits, 3000, 10)
    assert.ok(!refused.ok && refused.reason === 'rate', 'admitted')
    // Of 26 tokens, 30 were taken, and 6 came back.
    assert.deepEqual([refused.tokens, refused.retryAfterMs], [2, 4000])
    assert.equal((await limiter.admit('a', limits, 3000 + refused.retryAfterMs - 1, 10)).ok, false)
    assert.equal((await limiter.admit('a', limits, 3000 + refused.retryAfterMs, 10)).ok, true)
  })

  test(`${name}: more pages than the burst rate count as the burst rate`, async () => {
    const limiter = create()
    const limits = { concurrency: 1, sustainedPerSecond: 2, burstPerSecond: 4 }
    const admission = await limiter.admit('a', limits, 0, 10)
    assert.ok(admission.ok, 'refused')
    assert.deepEqual([admission.rps, admission.tokens], [4, 4])
  })

  test(`${name}: looking at the rate takes nothing`, async () => {
    const limiter = create()
    const limits = { concurrency: 1, sustainedPerSecond: 2, burstPerSecond: 4 }
    const rested = { rps: 0, ceiling: 4, tokens: 8 }
    assert.deepEqual(await limiter.look('a', limits, 0), rested)
    assert.deepEqual(await limiter.look('a', limits, 0), rested)
    assert.equal((await limiter.admit('a', limits, 0)).ok, true)
    assert.deepEqual(await limiter.look('a', limits, 0), { rps: 1, ceiling: 4, tokens: 7 })
  })

  test(`${name}: another plan counts from the next request`, async () => {
    const limiter = create()
    for (let count = 0; count < 10; count++) assert.equal((await limiter.admit('a', PLANS.free, 0)).ok, true)
    const refused = { ok: false, reason: 'rate', ceiling: 10, rps: 10, tokens: 16 }
    assert.deepEqual(await limiter.admit('a', PLANS.free, 0), { ...refused, retryAfterMs: 1000 })
    const admission = await limiter.admit('a', PLANS.pro, 0)
    assert.ok(admission.ok, 'refused')
    assert.deepEqual([admission.allowed, admission.ceiling, admission.rps], [200, 60, 11])
    const again = { ...refused, rps: 11, tokens: 15, retryAfterMs: 600 }
    assert.deepEqual(await limiter.admit('a', PLANS.free, 400), again)
  })
}

interface Step {
  readonly key: string
  /** What its request counts as. */
  readonly pages: number
  readonly pauseMs: number
  readonly releases: number
}

/** Compares a limiter with a model: a list of all admitted requests, and tokens as a fraction. */
async function followModel(create: (options: { leaseMs: number }) => Limiter, steps: readonly Step[]): Promise<void> {
  const limits = { concurrency: 3, sustainedPerSecond: 2, burstPerSecond: 4 }
  const leaseMs = 3000
  const limiter = create({ leaseMs })
  let nowMs = 0
  const rested = () => ({
    tokens: 8,
    atMs: 0,
    times: [] as number[],
    slots: [] as { slot: HeldSlot; untilMs: number }[],
  })
  const model = new Map(['a', 'b'].map((key) => [key, rested()]))
  for (const { key, pages, pauseMs, releases } of steps) {
    nowMs += pauseMs
    const known = model.get(key)
    assert.ok(known, 'unknown to the model')
    for (const { slot } of known.slots.splice(0, releases)) await limiter.release(slot)
    known.slots = known.slots.filter(({ untilMs }) => untilMs > nowMs)
    known.tokens = Math.min(8, known.tokens + ((nowMs - known.atMs) * limits.sustainedPerSecond) / 1000)
    known.atMs = nowMs

    const recent = () => known.times.filter((time) => time > nowMs - 1000).length
    const use = () => ({ rps: recent(), ceiling: limits.burstPerSecond, tokens: Math.floor(known.tokens + 1e-9) })
    assert.deepEqual(await limiter.look(key, limits, nowMs), use())
    const admission = await limiter.admit(key, limits, nowMs, pages)
    const count = Math.min(pages, limits.burstPerSecond)
    const isRateOk = known.tokens > count - 1e-9 && recent() + count <= limits.burstPerSecond
    const expected = isRateOk ? (known.slots.length < limits.concurrency ? 'ok' : 'concurrency') : 'rate'
    assert.equal(admission.ok ? 'ok' : admission.reason, expected)
    if (admission.ok) {
      known.tokens -= count
      known.times.push(...Array<number>(count).fill(nowMs))
    }
    const { rps, ceiling, tokens } = admission
    assert.deepEqual({ rps, ceiling, tokens }, use())
    if (!admission.ok) continue
    known.slots.push({ slot: admission.slot, untilMs: nowMs + leaseMs })
    assert.equal(admission.inFlight, known.slots.length)
    assert.ok(admission.rps <= limits.burstPerSecond, `${admission.rps} in a second`)
  }
}
