import assert from 'node:assert/strict'
import { test } from 'node:test'
import { admitPublicHash } from '../../adapters/http/people/passwords.ts'

test('one address asks for few hashes at the same time, and the others still get some', () => {
  const own = Array.from({ length: 40 }, () => admitPublicHash('203.0.113.1')).filter((release) => release !== null)
  assert.equal(own.length, 4)
  const other = admitPublicHash('203.0.113.2')
  assert.notEqual(other, null)
  for (const release of own) release()
  const again = admitPublicHash('203.0.113.1')
  assert.notEqual(again, null)
  for (const release of [other, again]) release?.()
})

test('all addresses together ask for a limited number of hashes', () => {
  const all = Array.from({ length: 100 }, (_, at) => admitPublicHash(`203.0.113.${at}`))
  const admitted = all.filter((release) => release !== null)
  assert.equal(admitted.length, 16)
  for (const release of admitted) release()
  const next = admitPublicHash(null)
  assert.notEqual(next, null)
  next?.()
})
