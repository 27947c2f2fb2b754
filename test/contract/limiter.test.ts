import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryLimiter } from '../../adapters/store/memory-limiter.ts'
import { PLANS } from '../../core/policy/index.ts'
import { ENDLESS, limiterContract, randomNumbers } from './limiter-contract.ts'

limiterContract('memory', (options) => new MemoryLimiter(options))

test('10,000 interleaved requests are admitted in the order of their calls', async () => {
  const limiter = new MemoryLimiter()
  const random = randomNumbers(1)
  const keys = ['a', 'b', 'c'].map((id) => ({ id, inFlight: 0, most: 0, ok: 0, refused: 0 }))
  // Calls are served in order, so the expected outcome is known before the answer.
  const ask = async (key: (typeof keys)[number]) => {
    const isFree = key.inFlight < ENDLESS.concurrency
    if (isFree) key.inFlight++
    const expected = key.inFlight
    const admission = await limiter.admit(key.id, ENDLESS, 1000)
    if (!admission.ok) {
      assert.deepEqual([admission.reason, admission.retryAfterMs], ['concurrency', 1000])
      assert.equal(isFree, false, 'refused while a slot was free')
      key.refused++
      return
    }
    assert.equal(isFree, true, 'admitted while no slot was free')
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

test('a late release frees no slot of a key that was removed and added again', async () => {
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

test('idle keys are removed faster than keys arrive', async () => {
  const limiter = new MemoryLimiter()
  let most = 0
  for (let count = 0; count < 20_000; count++) {
    const admission = await limiter.admit(`key ${count}`, PLANS.free, count * 100)
    assert.ok(admission.ok)
    await limiter.release(admission.slot)
    most = Math.max(most, limiter.size)
  }
  // A key is idle 1 s after its request. In that time, 10 other keys arrive.
  assert.ok(most < 40, `${most} keys were remembered`)
})
