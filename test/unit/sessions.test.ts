import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PersonSessions, SessionTerms } from '../../adapters/store/person-sessions.ts'
import { StoreError } from '../../adapters/store/store-error.ts'
import { Sessions } from '../../adapters/http/people/sessions.ts'
import { openSessions } from '../support/open-sessions.ts'

const MINUTE_MS = 60_000
const START_MS = Date.parse('2026-03-15T12:00:00Z')
const TOKEN = { person: null, generation: 0, address: null, startedAtMs: START_MS }

test('a session ends after 30 minutes without use', async (t) => {
  const { clock, sessions } = await openSessions(t)
  const { id, csrfToken, idleMs } = await sessions.open(TOKEN)
  assert.equal(idleMs, 30 * MINUTE_MS)
  clock.nowMs += 30 * MINUTE_MS - 1
  assert.equal((await sessions.find(id, true))?.csrfToken, csrfToken)
  clock.nowMs += 30 * MINUTE_MS - 1
  assert.equal((await sessions.find(id, true))?.csrfToken, csrfToken)
  clock.nowMs += 30 * MINUTE_MS
  assert.equal(await sessions.find(id, true), null)
})

test('what a page asks by itself does not prolong a session', async (t) => {
  const { clock, sessions } = await openSessions(t)
  const { id } = await sessions.open(TOKEN)
  for (let minute = 1; minute < 30; minute++) {
    clock.nowMs += MINUTE_MS
    assert.notEqual(await sessions.find(id, false), null)
  }
  clock.nowMs += MINUTE_MS
  assert.equal(await sessions.find(id, false), null)
})

test('a use is written once a minute; what a page asks by itself never is', async (t) => {
  const { clock, sessions, uses } = await openSessions(t)
  const { id } = await sessions.open(TOKEN)
  for (let second = 0; second < 180; second++) {
    await sessions.find(id, true)
    await sessions.find(id, false)
    clock.nowMs += 1000
  }
  assert.deepEqual(
    uses.map((usedMs) => usedMs - START_MS),
    [MINUTE_MS, 2 * MINUTE_MS],
  )
  for (let minute = 0; minute < 5; minute++) {
    await sessions.find(id, false)
    clock.nowMs += MINUTE_MS
  }
  assert.equal(uses.length, 2)
})

test('the shortest session does not end while it is used', async (t) => {
  const { clock, sessions } = await openSessions(t, { idleMinutes: 1 })
  const { id } = await sessions.open(TOKEN)
  for (let second = 0; second < 300; second += 10) {
    clock.nowMs += 10_000
    assert.notEqual(await sessions.find(id, true), null, `${second} s`)
  }
  clock.nowMs += MINUTE_MS
  assert.equal(await sessions.find(id, true), null)
})

test('a session that was closed is gone, and others stay', async (t) => {
  const { sessions } = await openSessions(t)
  const [left, right] = [await sessions.open(TOKEN), await sessions.open(TOKEN)]
  assert.notEqual(left.id, right.id)
  assert.notEqual(left.csrfToken, right.csrfToken)
  await sessions.close(left.id)
  await sessions.close('unknown')
  assert.equal(await sessions.find(left.id, true), null)
  assert.equal((await sessions.find(right.id, true))?.csrfToken, right.csrfToken)
})

test('another process on the store knows a session, and a setting that is shorter counts', async (t) => {
  const { clock, sessions, store, epochMs } = await openSessions(t)
  const { id, csrfToken, name } = await sessions.open({ ...TOKEN, person: 'ada', address: '192.0.2.1' })
  const at = (idleMinutes: number): Sessions => new Sessions({ store, door: 'dashboard', idleMinutes, epochMs })
  clock.nowMs += 5 * MINUTE_MS
  const found = await at(30).find(id, true)
  assert.deepEqual([found?.csrfToken, found?.name, found?.person], [csrfToken, name, 'ada'])
  clock.nowMs += 5 * MINUTE_MS
  const short = at(5)
  assert.deepEqual([await short.find(id, true), await short.list()], [null, []])
  const [listed] = await at(30).list()
  assert.deepEqual(listed, {
    name,
    operator: 'ada',
    address: '192.0.2.1',
    startedAtMs: START_MS,
    unusedMs: 5 * MINUTE_MS,
  })
})

test('the secret id of a session opens one door alone', async (t) => {
  const { sessions, store, epochMs } = await openSessions(t)
  const account = new Sessions({ store, door: 'account', idleMinutes: 30, epochMs })
  const { id } = await account.open({ ...TOKEN, person: 'ada' })
  assert.equal(await sessions.find(id, true), null)
  assert.equal((await account.find(id, true))?.person, 'ada')
})

test('with another token of the administration, sessions of the one before are over; those of operators are not', async (t) => {
  const { sessions, store, epochMs } = await openSessions(t)
  const [withToken, ada] = [await sessions.open(TOKEN), await sessions.open({ ...TOKEN, person: 'ada' })]
  const next = new Sessions({ store, door: 'dashboard', idleMinutes: 30, epochMs, token: 'another' })
  assert.equal(await next.find(withToken.id, true), null)
  assert.equal((await next.find(ada.id, true))?.person, 'ada')
  assert.notEqual(await sessions.find(withToken.id, true), null)
})

test('neither the id nor the CSRF token of a session is stored, and an id of another form is not looked for', async (t) => {
  const { sessions, store } = await openSessions(t)
  const { id, csrfToken } = await sessions.open(TOKEN)
  const stored = JSON.stringify(await store.list('dashboard', START_MS))
  assert.match(stored, /"person":null/)
  for (const secret of [id, csrfToken, id.slice(0, 12), csrfToken.slice(0, 12)]) assert.ok(!stored.includes(secret))
  const refusing = new Sessions({ ...OPTIONS, store: { ...store, find: () => assert.fail('it is looked for') } })
  for (const wrong of ['', 'x', `${id}x`, `${id.slice(0, -1)}*`]) assert.equal(await refusing.find(wrong, true), null)
})

const OPTIONS = {
  door: 'dashboard',
  idleMinutes: 30,
  epochMs: () => START_MS + 10 * MINUTE_MS,
  token: 'token',
} as const

test('a store that can not write keeps nobody from reading; one that can not read is not a session that has ended', async (t) => {
  const { sessions, store } = await openSessions(t)
  const { id } = await sessions.open(TOKEN)
  const refuse = (): Promise<never> => Promise.reject(new StoreError('unavailable', 'The disk is full.'))
  const find: PersonSessions['find'] = (...args) => store.find(...args)
  const full = new Sessions({ ...OPTIONS, store: { ...store, find, use: refuse } })
  assert.notEqual(await full.find(id, true), null)
  const down = new Sessions({ ...OPTIONS, store: { ...store, find: refuse } })
  await assert.rejects(down.find(id, true), { code: 'unavailable' })
})

test('a person has 20 sessions at most; the dashboard has 1,000, the door of customers 10,000', async (t) => {
  const { store } = await openSessions(t)
  const given: SessionTerms[] = []
  const open: PersonSessions['open'] = async (_, terms) => void given.push(terms)
  for (const door of ['dashboard', 'account'] as const) {
    await new Sessions({ ...OPTIONS, door, store: { ...store, open } }).open({ ...TOKEN, person: 'ada' })
  }
  const idleMs = 30 * MINUTE_MS
  assert.deepEqual(given, [
    { idleMs, most: 1000, mostOfPerson: 20 },
    { idleMs, most: 10_000, mostOfPerson: 20 },
  ])
})

test('a person who signs in again and again ends only sessions of their own', async (t) => {
  const { sessions, clock } = await openSessions(t)
  const other = await sessions.open({ ...TOKEN, person: 'ada' })
  const first = await sessions.open({ ...TOKEN, person: 'eve' })
  for (let count = 0; count < 50; count++) {
    clock.nowMs++
    await sessions.open({ ...TOKEN, person: 'eve' })
  }
  assert.notEqual(await sessions.find(other.id, true), null)
  assert.equal(await sessions.find(first.id, true), null)
  assert.equal((await sessions.list()).length, 21)
})
