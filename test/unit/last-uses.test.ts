import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LastUses } from '../../adapters/store/last-uses.ts'

test('the use of a key is written once a minute, and by each key', () => {
  const uses = new LastUses()
  const at = (seconds: number, key = 'key_a'): boolean => uses.isDue(key, seconds * 1000)
  assert.deepEqual([at(100), at(100), at(159), at(160), at(161)], [true, false, false, true, false])
  assert.equal(at(161, 'key_b'), true)
  // A clock that was ahead stops nothing.
  assert.equal(at(50), true)
})
