import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync, inflateSync } from 'node:zlib'
import { packCharges, unpackCharges } from '../../adapters/store/packed-charges.ts'

const facts = { workspaceId: 'ws_1', chargeId: 'c', keyId: 'key_1', credits: 5, atMs: 1_767_225_600_000 }

test('a pack has the record of a charge as `kind`, as packs of version 0.2.0 do', () => {
  const stored = [{ ...facts, kind: 'product' }]
  const charges = [{ ...facts, record: 'product' }]
  assert.deepEqual(unpackCharges(deflateSync(JSON.stringify(stored))), charges)
  assert.deepEqual(JSON.parse(inflateSync(packCharges(charges)).toString()), stored)
})
