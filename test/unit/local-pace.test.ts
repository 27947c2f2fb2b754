import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Pacer } from '../../adapters/retrieve/source/pacer.ts'
import { inTime } from '../support/wait.ts'

const DAY_MS = 86_400_000

test('a clock that was two days ahead, and is right again, stops no fetch', async (t) => {
  const pacer = new Pacer({ concurrency: 2, minTimeMs: 1 })
  const { signal } = new AbortController()
  const fetchPage = () => pacer.run('de', signal, async () => 'page')
  const realNow = Date.now
  let aheadMs = 2 * DAY_MS
  t.mock.method(Date, 'now', () => realNow() + aheadMs)
  assert.equal(await fetchPage(), 'page')
  aheadMs = 0
  assert.equal(await inTime(fetchPage(), 'the next page'), 'page')
})

test('at most so many turns at the same time, and a failure ends only its own', async () => {
  const pacer = new Pacer({ concurrency: 2 })
  const { signal } = new AbortController()
  let [inside, most] = [0, 0]
  const work = async (index: number): Promise<number> => {
    most = Math.max(most, ++inside)
    await new Promise((resolve) => setImmediate(resolve))
    inside--
    if (index === 3) throw new Error('no page')
    return index
  }
  const turns = Array.from({ length: 8 }, (_, index) => pacer.run('de', signal, () => work(index)))
  const outcomes = await Promise.allSettled(turns)
  assert.equal(most, 2)
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    Array.from({ length: 8 }, (_, index) => (index === 3 ? 'rejected' : 'fulfilled')),
  )
})
