import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  finishItem,
  isEnded,
  newBatchProgress,
  startBatch,
  stopBatch,
  type BatchProgress,
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
