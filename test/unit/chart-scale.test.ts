import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findLone, rankSplits, spanOf } from '../../adapters/web/kit/chart-scale.ts'

test('a value without a neighbor stands alone: it is drawn as a dot', () => {
  assert.deepEqual(findLone([5]), [0])
  assert.deepEqual(findLone([null, null, 1]), [2])
  assert.deepEqual(findLone([0, null, 4, 4, undefined, 2, null]), [0, 5])
  assert.deepEqual(findLone([3, 3]), [])
  assert.deepEqual(findLone([null]), [])
})

test('ranks begin with 1', () => {
  assert.deepEqual(rankSplits(10, 2), [1, 2, 4, 6, 8, 10])
  assert.deepEqual(rankSplits(10, 1), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  assert.deepEqual(rankSplits(33.6, 5), [1, 5, 10, 15, 20, 25, 30])
})

test('times end with the last one, also when there is only one', () => {
  const [first, last] = ['2026-03-01T10:00:00.000Z', '2026-03-02T10:00:00.000Z']
  assert.deepEqual(spanOf([first, last]), [Date.parse(first), Date.parse(last)])
  assert.deepEqual(spanOf([last]), [Date.parse(last) - 3_600_000, Date.parse(last)])
})
