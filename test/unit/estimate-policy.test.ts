import assert from 'node:assert/strict'
import { test } from 'node:test'
import { estimateEndMs, newBatchProgress, pollPauseMs, type BatchPace } from '../../core/policy/index.ts'

const NOW = Date.parse('2026-03-15T12:00:00Z')
const SECOND = 1000
const LIVE: BatchPace = { mode: 'live', intervalMs: 60 * SECOND }
const SANDBOX: BatchPace = { mode: 'test', intervalMs: 60 * SECOND }

const running = (totalCount: number, processedCount: number, passedMs: number) =>
  ({ ...newBatchProgress(totalCount), status: 'running', processedCount, startedAtMs: NOW - passedMs }) as const

test('when a batch will have ended', () => {
  const rows: readonly [why: string, progress: Parameters<typeof estimateEndMs>[0], BatchPace, number | null][] = [
    ['it has not started', newBatchProgress(10), LIVE, null],
    ['no item has a result', running(10, 0, 5 * SECOND), LIVE, null],
    ['it has ended', { ...running(10, 10, 5 * SECOND), status: 'complete' }, LIVE, null],
    ['100 of 1,000 in the first run', running(1000, 100, 5 * SECOND), LIVE, NOW + 595 * SECOND],
    ['that run counts as a minute until the next', running(1000, 100, 59 * SECOND), LIVE, NOW + 541 * SECOND],
    ['two runs', running(1000, 200, 65 * SECOND), LIVE, NOW + 535 * SECOND],
    ['it is late', running(100, 99, 600 * SECOND), LIVE, NOW + 67 * SECOND],
    ['sandbox items come without a pause', running(1000, 100, 5 * SECOND), SANDBOX, NOW + 45 * SECOND],
    ['the clock went back', running(10, 5, -5 * SECOND), SANDBOX, NOW + 5 * SECOND],
  ]
  for (const [why, progress, pace, expected] of rows) {
    const ended = estimateEndMs(progress, pace, NOW)
    assert.equal(ended === null ? null : Math.round(ended / SECOND), expected === null ? null : expected / SECOND, why)
  }
})

test('when a batch is polled again', () => {
  assert.equal(pollPauseMs(null, 'live', NOW), 5 * SECOND)
  assert.equal(pollPauseMs(null, 'test', NOW), SECOND)
  assert.equal(pollPauseMs(NOW, 'live', NOW), SECOND)
  assert.equal(pollPauseMs(NOW + 7 * SECOND, 'live', NOW), 7 * SECOND)
  assert.equal(pollPauseMs(NOW + 600 * SECOND, 'live', NOW), 30 * SECOND)
})
