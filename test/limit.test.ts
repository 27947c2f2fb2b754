import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { HeldSlot } from '../adapters/limit/limiter.ts'
import { MemoryLimiter } from '../adapters/limit/memory-limiter.ts'
import { PLANS } from '../core/policy/index.ts'

const ENDLESS = { concurrency: 20, sustainedPerSecond: 1_000_000, burstPerSecond: 1_000_000 }

/** Numbers that look random, the same in every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('10,000 interleaved requests hold as many slots as are allowed, and never more', async () => {
  const limiter = new MemoryLimiter()
  const random = randomNumbers(1)
  const keys = ['a', 'b', 'c'].map((id) => ({ id, inFlight: 0, most: 0, ok: 0, refused: 0 }))
  // Who asks first is served first: what is expected is known before the answer.
  const ask = async (key: (typeof keys)[number]) => {
    const isFree = key.inFlight < ENDLESS.concurrency
    if (isFree) key.inFlight++
    const expected = key.inFlight
    const admission = await limiter.admit(key.id, ENDLESS, 1000)
    if (!admission.ok) {
      assert.deepEqual(admission, { ok: false, reason: 'concurrency', retryAfterMs: 1000 })
      assert.equal(isFree, false, 'refused while a slot was free')
      key.refused++
      return
    }
    assert.equal(isFree, true, 'let through while no slot was free')
    assert.equal(admission.inFlight, expected)
    assert.equal(admission.allowed, ENDLESS.concurrency)
    key.ok++
    key.most = Math.max(key.most, expected)
    for (let turns = random(40); turns > 0; turns--) await Promise.resolve()
    key.inFlight--
    await limiter.release(admission.slot)
  }
  const asked: Promise<void>[] = []
  for (let count = 0; count < 10_000; count++) {
    const key = keys[random(keys.length)]
    if (key !== undefined) asked.push(ask(key))
    if (random(3) === 0) await Promise.resolve()
  }
  await Promise.all(asked)
  for (const { id, inFlight, most, ok, refused } of keys) {
    assert.deepEqual({ id, inFlight, most }, { id, inFlight: 0, most: ENDLESS.concurrency })
    assert.ok(ok > 100 && refused > 100, `${ok} let through, ${refused} refused`)
  }
})

test('each admission is what a simple model says', async () => {
  const step = fc.record({
    key: fc.constantFrom('a', 'b'),
    pauseMs: fc.oneof(fc.constant(0), fc.nat({ max: 200 }), fc.nat({ max: 5000 })),
    releases: fc.nat({ max: 3 }),
  })
  const limits = { concurrency: 3, sustainedPerSecond: 2, burstPerSecond: 4 }
  const leaseMs = 3000
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 150 }), async (steps) => {
      const limiter = new MemoryLimiter({ leaseMs })
      let nowMs = 0
      // The model: all requests that were ever let through, and tokens as a fraction.
      const model = new Map(
        ['a', 'b'].map((key) => [
          key,
          { tokens: 8, atMs: 0, times: [] as number[], slots: [] as { slot: HeldSlot; untilMs: number }[] },
        ]),
      )
      for (const { key, pauseMs, releases } of steps) {
        nowMs += pauseMs
        const known = model.get(key)
        assert.ok(known)
        for (const { slot } of known.slots.splice(0, releases)) await limiter.release(slot)
        known.slots = known.slots.filter(({ untilMs }) => untilMs > nowMs)
        known.tokens = Math.min(8, known.tokens + ((nowMs - known.atMs) * limits.sustainedPerSecond) / 1000)
        known.atMs = nowMs

        const admission = await limiter.admit(key, limits, nowMs)
        const isRateOk = known.tokens > 1 - 1e-9
        const expected = isRateOk ? (known.slots.length < limits.concurrency ? 'ok' : 'concurrency') : 'rate'
        assert.equal(admission.ok ? 'ok' : admission.reason, expected)
        if (!admission.ok) continue
        known.tokens--
        known.times.push(nowMs)
        known.slots.push({ slot: admission.slot, untilMs: nowMs + leaseMs })
        assert.equal(admission.inFlight, known.slots.length)
        assert.equal(admission.rps, known.times.filter((time) => time > nowMs - 1000).length)
        assert.equal(admission.ceiling, limits.burstPerSecond)
      }
    }),
  )
})

test('slots that nobody gave back are free when their lease ends, and are given back in vain', async () => {
  const limiter = new MemoryLimiter({ leaseMs: 1000 })
  const limits = { ...ENDLESS, concurrency: 1 }
  const first = await limiter.admit('a', limits, 0)
  assert.ok(first.ok)
  assert.equal((await limiter.admit('a', limits, 999)).ok, false)
  const second = await limiter.admit('a', limits, 1000)
  assert.ok(second.ok)
  await limiter.release(first.slot)
  assert.equal((await limiter.admit('a', limits, 1001)).ok, false, 'the slot of the second was given away')
  await limiter.release(second.slot)
  await limiter.release(second.slot)
  assert.equal((await limiter.admit('a', limits, 1002)).ok, true)
})

test('a late release frees no slot of a key that was forgotten and came again', async () => {
  const limiter = new MemoryLimiter({ leaseMs: 1000 })
  const limits = { ...ENDLESS, concurrency: 1 }
  const first = await limiter.admit('a', limits, 0)
  assert.ok(first.ok)
  await limiter.admit('b', limits, 10_000)
  assert.equal(limiter.size, 1)
  assert.equal((await limiter.admit('a', limits, 10_000)).ok, true)
  await limiter.release(first.slot)
  assert.equal((await limiter.admit('a', limits, 10_000)).ok, false)
})

test('another plan counts from the next request', async () => {
  const limiter = new MemoryLimiter()
  for (let count = 0; count < 26; count++) assert.equal((await limiter.admit('a', PLANS.free, 0)).ok, true)
  assert.deepEqual(await limiter.admit('a', PLANS.free, 0), { ok: false, reason: 'rate', retryAfterMs: 500 })
  assert.deepEqual(await limiter.admit('a', PLANS.pro, 0), { ok: false, reason: 'rate', retryAfterMs: 40 })
  const admission = await limiter.admit('a', PLANS.pro, 40)
  assert.ok(admission.ok)
  assert.deepEqual([admission.allowed, admission.ceiling], [200, 60])
})

test('keys that are idle are forgotten: no more are remembered than come', async () => {
  const limiter = new MemoryLimiter()
  let most = 0
  for (let count = 0; count < 20_000; count++) {
    const admission = await limiter.admit(`key ${count}`, PLANS.free, count * 100)
    assert.ok(admission.ok)
    await limiter.release(admission.slot)
    most = Math.max(most, limiter.size)
  }
  // A key is idle 1 s after its request: 10 others have come by then.
  assert.ok(most < 40, `${most} keys were remembered`)
})
