import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Sessions } from '../../adapters/http/admin/sessions.ts'

const MINUTE_MS = 60_000

function createSessions() {
  const clock = { nowMs: 0 }
  return { clock, sessions: new Sessions({ idleMinutes: 30, monotonicMs: () => clock.nowMs }) }
}

test('a session ends after 30 minutes without use', () => {
  const { clock, sessions } = createSessions()
  const { id, csrfToken, idleMs } = sessions.open()
  assert.equal(idleMs, 30 * MINUTE_MS)
  clock.nowMs += 30 * MINUTE_MS - 1
  assert.equal(sessions.find(id, true)?.csrfToken, csrfToken)
  clock.nowMs += 30 * MINUTE_MS - 1
  assert.equal(sessions.find(id, true)?.csrfToken, csrfToken)
  clock.nowMs += 30 * MINUTE_MS
  assert.equal(sessions.find(id, true), null)
  clock.nowMs = 0
  assert.equal(sessions.find(id, true), null)
})

test('what a page asks by itself does not prolong a session', () => {
  const { clock, sessions } = createSessions()
  const { id } = sessions.open()
  for (let minute = 1; minute < 30; minute++) {
    clock.nowMs += MINUTE_MS
    assert.notEqual(sessions.find(id, false), null)
  }
  clock.nowMs += MINUTE_MS
  assert.equal(sessions.find(id, false), null)
})

test('a session that was closed is gone, and others stay', () => {
  const { sessions } = createSessions()
  const [left, right] = [sessions.open(), sessions.open()]
  assert.notEqual(left.id, right.id)
  assert.notEqual(left.csrfToken, right.csrfToken)
  sessions.close(left.id)
  sessions.close('unknown')
  assert.equal(sessions.find(left.id, true), null)
  assert.equal(sessions.find(right.id, true)?.csrfToken, right.csrfToken)
})

test('of many sessions, the one that was unused for longest ends', () => {
  const { sessions } = createSessions()
  const [first, second] = [sessions.open(), sessions.open()]
  for (let count = 2; count < 1000; count++) sessions.open()
  assert.notEqual(sessions.find(first.id, true), null)
  sessions.open()
  assert.notEqual(sessions.find(first.id, true), null)
  assert.equal(sessions.find(second.id, true), null)
})

test('a person who signs in again and again ends only sessions of their own', () => {
  const { sessions } = createSessions()
  const owner = { generation: 0, address: null, startedAtMs: 0 }
  const other = sessions.open({ ...owner, operator: 'ada' })
  const first = sessions.open({ ...owner, operator: 'eve' })
  for (let count = 0; count < 2000; count++) sessions.open({ ...owner, operator: 'eve' })
  assert.notEqual(sessions.find(other.id, true), null)
  assert.equal(sessions.find(first.id, true), null)
  assert.equal(sessions.list().length, 21)
})
