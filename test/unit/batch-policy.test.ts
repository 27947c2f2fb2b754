import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  dealItems,
  finishItem,
  isEnded,
  newBatchProgress,
  startBatch,
  stopBatch,
  type BatchProgress,
  type WaitingBatch,
} from '../../core/policy/index.ts'

const NOW = Date.parse('2026-03-15T12:00:00Z')
const ok = { isOk: true, credits: 5 }
const failed = { isOk: false, credits: 0 }

const fresh = newBatchProgress(2)
const running = startBatch(fresh, NOW)
const half = finishItem(running, ok, NOW + 1)

const steps: readonly [why: string, progress: BatchProgress, expected: Partial<BatchProgress>][] = [
  ['created', fresh, { status: 'pending', processedCount: 0, startedAtMs: null, completedAtMs: null }],
  ['first item claimed', running, { status: 'running', startedAtMs: NOW, completedAtMs: null }],
  ['second item claimed', startBatch(running, NOW + 9), { status: 'running', startedAtMs: NOW }],
  [
    'a success',
    half,
    { status: 'running', processedCount: 1, successCount: 1, creditsCharged: 5, completedAtMs: null },
  ],
  [
    'the last item, a failure',
    finishItem(half, failed, NOW + 2),
    {
      status: 'complete',
      processedCount: 2,
      successCount: 1,
      failureCount: 1,
      creditsCharged: 5,
      completedAtMs: NOW + 2,
    },
  ],
  [
    'all failed: still complete',
    finishItem(finishItem(running, failed, NOW), failed, NOW + 3),
    { status: 'complete', successCount: 0, failureCount: 2, creditsCharged: 0, completedAtMs: NOW + 3 },
  ],
  [
    'stopped before any item was started',
    stopBatch(fresh, NOW + 4),
    { status: 'failed', processedCount: 2, failureCount: 2, startedAtMs: null, completedAtMs: NOW + 4 },
  ],
  [
    'stopped half way',
    stopBatch(half, NOW + 5),
    {
      status: 'failed',
      processedCount: 2,
      successCount: 1,
      failureCount: 1,
      creditsCharged: 5,
      completedAtMs: NOW + 5,
    },
  ],
]

test('a batch after each event', () => {
  for (const [why, progress, expected] of steps) {
    for (const [name, value] of Object.entries(expected)) {
      assert.equal(progress[name as keyof BatchProgress], value, `${why}: ${name}`)
    }
  }
})

test('nothing changes a batch that has ended', () => {
  for (const ended of [stopBatch(half, NOW), finishItem(half, ok, NOW)]) {
    assert.ok(isEnded(ended))
    assert.equal(finishItem(ended, ok, NOW + 1), ended)
    assert.equal(stopBatch(ended, NOW + 1), ended)
    assert.equal(startBatch(ended, NOW + 1), ended)
  }
  for (const open of [fresh, running, half]) assert.ok(!isEnded(open))
})

test('counters are the sum of the outcomes, and the batch completes with the last', () => {
  const outcome = fc.oneof(fc.constant(ok), fc.constant(failed))
  fc.assert(
    fc.property(fc.array(outcome, { minLength: 1, maxLength: 50 }), (outcomes) => {
      let progress = newBatchProgress(outcomes.length)
      for (const [index, one] of outcomes.entries()) {
        assert.ok(!isEnded(progress))
        progress = finishItem(progress, one, NOW + index)
      }
      assert.equal(progress.status, 'complete')
      assert.equal(progress.successCount + progress.failureCount, outcomes.length)
      assert.equal(progress.creditsCharged, 5 * progress.successCount)
    }),
  )
})

const deals: readonly [
  why: string,
  waiting: readonly [string, number][],
  most: number,
  shares: string,
  queue: string,
][] = [
  ['nothing waits', [], 100, '', ''],
  ['one batch, more than a run', [['a', 1000]], 100, 'a100', 'a'],
  ['one batch, less than a run', [['a', 7]], 100, 'a7', ''],
  [
    'a batch of one item does not wait for a batch of a thousand',
    [
      ['a', 1000],
      ['b', 1],
    ],
    100,
    'a99 b1',
    'a',
  ],
  [
    '600, 50 and 10',
    [
      ['a', 600],
      ['b', 50],
      ['c', 10],
    ],
    100,
    'a45 b45 c10',
    'a b',
  ],
  [
    'more batches than items: the rest is first next time',
    [
      ['a', 5],
      ['b', 5],
      ['c', 5],
    ],
    2,
    'a1 b1',
    'c a b',
  ],
  [
    'a batch whose last item is dealt leaves the queue',
    [
      ['a', 1],
      ['b', 5],
    ],
    2,
    'a1 b1',
    'b',
  ],
  [
    'a batch without items left gets none',
    [
      ['a', 0],
      ['b', 2],
    ],
    5,
    'b2',
    '',
  ],
  ['a run of no items', [['a', 3]], 0, '', 'a'],
]

test('how the items of a run are dealt', () => {
  for (const [why, waiting, most, shares, queue] of deals) {
    const dealt = dealItems(
      waiting.map(([id, itemsLeft]) => ({ id, itemsLeft })),
      most,
    )
    assert.equal(dealt.shares.map(({ id, count }) => `${id}${count}`).join(' '), shares, why)
    assert.equal(dealt.queue.join(' '), queue, why)
  }
})

test('every deal takes at most the open items, and is unfair by one item at most', () => {
  const waiting = fc.uniqueArray(fc.record({ id: fc.string({ minLength: 1 }), itemsLeft: fc.nat(40) }), {
    selector: ({ id }) => id,
    maxLength: 12,
  })
  fc.assert(
    fc.property(waiting, fc.nat(120), (batches: readonly WaitingBatch[], most) => {
      const { shares, queue } = dealItems(batches, most)
      const share = (id: string): number => shares.find((entry) => entry.id === id)?.count ?? 0
      const total = batches.reduce((sum, { id }) => sum + share(id), 0)
      assert.equal(
        total,
        Math.min(
          most,
          batches.reduce((sum, { itemsLeft }) => sum + itemsLeft, 0),
        ),
      )
      for (const { id, itemsLeft } of batches) {
        assert.ok(share(id) <= itemsLeft)
        assert.equal(queue.includes(id), share(id) < itemsLeft)
        if (share(id) === itemsLeft) continue
        for (const other of batches) assert.ok(share(other.id) <= share(id) + 1, 'another batch got two more')
      }
    }),
  )
})
