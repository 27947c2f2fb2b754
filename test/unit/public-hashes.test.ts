import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SignInPlaces } from '../../adapters/http/people/sign-in-places.ts'

/** Asks for a place for a name that nobody has. Gives the function that ends it. Absent: null, there is none. */
const admitFrom = (places: SignInPlaces) => (address: string | null) => places.take({ name: String(address), address })

test('one address asks for few hashes at the same time, and the others still get some', () => {
  const admitPublicHash = admitFrom(new SignInPlaces())
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
  const admitPublicHash = admitFrom(new SignInPlaces())
  const all = Array.from({ length: 100 }, (_, at) => admitPublicHash(`203.0.113.${at}`))
  const admitted = all.filter((release) => release !== null)
  assert.equal(admitted.length, 16)
  for (const release of admitted) release()
  const next = admitPublicHash(null)
  assert.notEqual(next, null)
  next?.()
})

test('filling all places keeps out neither an address nor a name that has signed in before', () => {
  const places = new SignInPlaces()
  places.remember({ name: 'ada', address: '192.0.2.7' })
  const floods = Array.from({ length: 8 }, (_, at) =>
    Array.from({ length: 4 }, () => places.take({ name: 'nobody', address: `203.0.113.${at}` })),
  ).flat()
  assert.equal(floods.filter((place) => place !== null).length, 16)
  // From where she was before, with another name there, and from elsewhere.
  for (const asking of [
    { name: 'ada', address: '192.0.2.7' },
    { name: 'grace', address: '192.0.2.7' },
    { name: 'ada', address: '198.51.100.1' },
  ]) {
    const place = places.take(asking)
    assert.notEqual(place, null, JSON.stringify(asking))
    place?.()
  }
  assert.equal(places.take({ name: 'grace', address: '198.51.100.1' }), null)
  // Guesses at her name take the places of names, and leave those of her address.
  const guesses = Array.from({ length: 8 }, (_, at) => places.take({ name: 'ada', address: `198.51.100.${at}` }))
  assert.equal(guesses.filter((place) => place !== null).length, 4)
  assert.notEqual(places.take({ name: 'ada', address: '192.0.2.7' }), null)
})

test('guesses at one name wait longer and longer, from whatever address, and hold no place of others meanwhile', () => {
  let nowMs = 0
  const places = new SignInPlaces(() => nowMs)
  const waits = Array.from({ length: 40 }, () => places.countWrong('ada'))
  assert.deepEqual([waits[9], waits[10], waits[24], waits[39]], [0, 2000, 30_000, 30_000])
  assert.equal(places.countWrong('grace'), 0)
  nowMs += 30 * 60_000
  assert.equal(places.countWrong('ada'), 0)
  // A guess whose answer waits has ended its hash, whether its client waits or not: it counts for its name and address only.
  for (let time = 0; time < 4; time++) places.take({ name: 'ada', address: '203.0.113.1' })?.(3_600_000)
  assert.equal(places.take({ name: 'ada', address: '203.0.113.1' }), null)
  for (const asking of [
    { name: 'ada', address: '203.0.113.2' },
    { name: 'grace', address: '203.0.113.1' },
  ]) {
    assert.notEqual(places.take(asking), null)
  }
})
