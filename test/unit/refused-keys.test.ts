import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RefusedKeys } from '../../adapters/http/route/refused-keys.ts'

const HOUR_MS = 3_600_000

test('of each key, ten refused requests an hour are recorded, and the last says that others may be left out', () => {
  let nowMs = 0
  const keys = new RefusedKeys(() => nowMs)
  const send = (times: number, key = 'key_1'): string[] => Array.from({ length: times }, () => keys.count(key))
  const first = [...Array.from({ length: 9 }, () => 'recorded'), 'last']
  assert.deepEqual(send(12), [...first, 'left out', 'left out'])
  nowMs = HOUR_MS - 1
  assert.deepEqual([send(1), send(1, 'key_2')], [['left out'], ['recorded']])
  nowMs = HOUR_MS
  assert.deepEqual(send(11), [...first, 'left out'])
})

test('keys that are remembered are limited: the oldest is forgotten', () => {
  const keys = new RefusedKeys(() => 0)
  for (let count = 0; count < 10; count++) keys.count('first')
  assert.equal(keys.count('first'), 'left out')
  for (let index = 0; index < 10_000; index++) keys.count(`key_${index}`)
  assert.equal(keys.count('first'), 'recorded')
})
