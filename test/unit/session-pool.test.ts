import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PlaceShares } from '../../adapters/fetch/sessions/place-shares.ts'
import { SessionPool } from '../../adapters/fetch/sessions/session-pool.ts'
import { SESSION_SETTINGS } from '../../adapters/fetch/sessions/session-settings.ts'
import type { VisitorSession } from '../../adapters/fetch/sessions/session.ts'

const wishOf = (owner: string, place: number) => ({
  group: `${owner} ${place}`,
  owner,
  exit: '',
  rankOf: null,
  needsReviews: false,
})

const sessionOf = (id: string): VisitorSession =>
  ({ id, exit: '', inFlight: 0, pages: 0, hasReviews: null, isUsable: () => true }) as unknown as VisitorSession

test('a workspace that asks for thousands of places pushes out its own sessions only', () => {
  const pool = new SessionPool({ settings: SESSION_SETTINGS, epochMs: () => 0 })
  const add = (owner: string, place: number): void => pool.add(wishOf(owner, place), sessionOf(`${owner} ${place}`))
  const has = (owner: string, place: number): boolean => pool.find(wishOf(owner, place)) !== null
  for (let place = 0; place < 50; place++) add('first', place)
  for (let place = 0; place < 5000; place++) add('flood', place)
  assert.equal(pool.size, 2000)
  for (let place = 0; place < 50; place++) assert.ok(has('first', place), String(place))
  // Its newest are there, its oldest gave way.
  assert.deepEqual([has('flood', 4999), has('flood', 0)], [true, false])
})

test('sixty sessions in a row may give no record, then one a minute; a record takes one off, and nobody else waits', () => {
  const clock = { nowMs: 1_000_000 }
  const shares = new PlaceShares(() => clock.nowMs)
  /** Sessions that give no record, until there is no other one. */
  const waste = (owner: string): number => {
    for (let made = 0; made < 1000; made++) {
      if (!shares.hasLeft(owner)) return made
      shares.note(owner, false)
    }
    return Infinity
  }
  assert.deepEqual([waste('flood'), waste('flood'), waste('other'), waste('')], [60, 0, 60, Infinity])
  clock.nowMs += 59_999
  assert.equal(waste('flood'), 0)
  clock.nowMs += 1
  assert.equal(waste('flood'), 1)
  for (let record = 0; record < 5; record++) shares.note('flood', true)
  assert.equal(waste('flood'), 5)
  for (let record = 0; record < 1000; record++) shares.note('flood', true)
  assert.equal(waste('flood'), 60, 'records are not saved up')
  clock.nowMs += 60 * 60_000
  assert.equal(waste('flood'), 60, 'an hour later')
})
