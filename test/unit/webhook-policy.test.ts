import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ShelfmarkError } from '../../core/index.ts'
import {
  afterAttempt,
  NEW_DELIVERY,
  nextAttemptAfterMs,
  WEBHOOK_ATTEMPTS,
  type AttemptOutcome,
  type Delivery,
  type DeliveryStatus,
} from '../../core/policy/index.ts'

const MINUTE_MS = 60_000
const OK: AttemptOutcome = { ok: true, status: 204 }
const bad = (error: string): AttemptOutcome => ({ ok: false, error })

test('schedule: at once, then after 1, 2, 5, 15 and 60 minutes, six attempts in all', () => {
  // Six attempts: the first at once, then after 1, 2, 5, 15 and 60 minutes.
  const waits = [0, 1, 2, 3, 4, 5].map(nextAttemptAfterMs)
  assert.deepEqual(waits, [0, 60_000, 120_000, 300_000, 900_000, 3_600_000])
  assert.equal(WEBHOOK_ATTEMPTS, 6)
  for (const attemptsMade of [6, 7, 1000]) assert.equal(nextAttemptAfterMs(attemptsMade), null)
  for (const attemptsMade of [-1, 0.5, Number.NaN, Infinity]) {
    assert.throws(() => nextAttemptAfterMs(attemptsMade), ShelfmarkError, String(attemptsMade))
  }
})

test('a delivery after each attempt', () => {
  const first = { ...NEW_DELIVERY, nextAtMs: 5 }
  const state = (
    status: DeliveryStatus,
    attempts: number,
    nextAtMs: number | null,
    lastError: string | null,
    deliveredAtMs: number | null,
  ): Delivery => ({ status, attempts, nextAtMs, lastError, deliveredAtMs })
  const delivered = state('delivered', 3, null, 'timeout', 700)
  const failed = state('failed', 6, null, 'http 500', null)
  const table: readonly (readonly [name: string, from: Delivery, AttemptOutcome, nowMs: number, to: Delivery])[] = [
    ['success at once', first, OK, 7, state('delivered', 1, null, null, 7)],
    ['first failure', first, bad('http 500'), 7, state('retrying', 1, 7 + MINUTE_MS, 'http 500', null)],
    [
      'another reason',
      state('retrying', 1, 9, 'http 500', null),
      bad('timeout'),
      10,
      state('retrying', 2, 10 + 2 * MINUTE_MS, 'timeout', null),
    ],
    [
      'the last wait is an hour',
      state('retrying', 4, 9, 'timeout', null),
      bad('timeout'),
      10,
      state('retrying', 5, 10 + 60 * MINUTE_MS, 'timeout', null),
    ],
    ['the sixth fails', state('retrying', 5, 9, 'timeout', null), bad('http 500'), 10, failed],
    ['the last error is kept', state('retrying', 2, 9, 'timeout', null), OK, 700, delivered],
    [
      'the sixth succeeds',
      state('retrying', 5, 9, 'http 500', null),
      OK,
      10,
      state('delivered', 6, null, 'http 500', 10),
    ],
    ['delivered stays delivered after a failure', delivered, bad('http 410'), 900, delivered],
    ['delivered stays delivered after a success', delivered, OK, 900, delivered],
    ['failed stays failed after a failure', failed, bad('timeout'), 900, failed],
    ['failed becomes delivered after a success', failed, OK, 900, state('delivered', 7, null, 'http 500', 900)],
  ]
  for (const [name, from, outcome, nowMs, to] of table) assert.deepEqual(afterAttempt(from, outcome, nowMs), to, name)
})

test('a delivery that always fails ends after six attempts, 83 minutes after the first', () => {
  let delivery: Delivery = { ...NEW_DELIVERY, nextAtMs: 0 }
  const times: number[] = []
  while (delivery.nextAtMs !== null) {
    times.push(delivery.nextAtMs)
    delivery = afterAttempt(delivery, bad('timeout'), delivery.nextAtMs)
  }
  assert.deepEqual(
    times.map((time) => time / MINUTE_MS),
    [0, 1, 3, 8, 23, 83],
  )
  assert.equal(delivery.status, 'failed')
})
