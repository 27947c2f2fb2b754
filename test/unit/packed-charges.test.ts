import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packCharges, unpackCharges } from '../../adapters/store/packed-charges.ts'

test('charges come out of a pack as they went in', () => {
  const facts = { workspaceId: 'ws_1', keyId: 'key_1', record: 'product', atMs: 1_767_225_600_000 }
  const charges = [
    { ...facts, chargeId: 'c', credits: 5 },
    { ...facts, chargeId: 'a', credits: 0 },
  ]
  assert.deepEqual(unpackCharges(packCharges(charges)), charges)
  assert.throws(() => unpackCharges(packCharges(charges).subarray(0, 20)))
})
