import assert from 'node:assert/strict'
import type { PersonSession, SessionTerms } from '../../adapters/store/person-sessions.ts'
import type { Store } from '../../adapters/store/store.ts'
import { NOW, type Check } from './store-caller.ts'

const IDLE_MS = 30 * 60_000
const TERMS: SessionTerms = { idleMs: IDLE_MS, most: 1000, mostOfPerson: 20 }
const LINK = { hash: 'hash of a link', expiresAtMs: NOW + 1000 } as const

const sessionOf = (hash: string, more: Partial<PersonSession> = {}): PersonSession => ({
  hash,
  door: 'dashboard',
  person: 'ada',
  generation: 0,
  address: '192.0.2.1',
  startedAtMs: NOW,
  ...more,
})

const open = (store: Store, hash: string, more: Partial<PersonSession> = {}, nowMs = NOW): Promise<void> =>
  store.personSessions.open(sessionOf(hash, more), TERMS, nowMs)

/** Hashes of the sessions of a door, in their order. */
async function hashesOf(store: Store, door: PersonSession['door'] = 'dashboard', nowMs = NOW): Promise<string[]> {
  return (await store.personSessions.list(door, nowMs)).map(({ hash }) => hash)
}

/** What every store does with sessions of people. */
export function personSessionsContract(check: Check): void {
  check('sessions of people: one is found at its door alone, and kept', async (store, data) => {
    await open(store, 'one')
    await open(store, 'two', { person: null, address: null, generation: 2 ** 48 - 1 })
    assert.equal(await store.personSessions.find('account', 'one', NOW), null)
    assert.equal(await store.personSessions.find('dashboard', 'on', NOW), null)
    await store.close()
    const again = await data.open()
    assert.deepEqual(await again.personSessions.find('dashboard', 'one', NOW + 5), { ...sessionOf('one'), unusedMs: 5 })
    assert.deepEqual(await again.personSessions.find('dashboard', 'two', NOW), {
      ...sessionOf('two', { person: null, address: null, generation: 2 ** 48 - 1 }),
      unusedMs: 0,
    })
    await again.close()
  })

  check('sessions of people: one ends without use, and each use makes it last longer', async (store) => {
    const { personSessions } = store
    await open(store, 'used')
    await open(store, 'unused')
    const usedMs = NOW + IDLE_MS - 1
    await personSessions.use('used', IDLE_MS, usedMs)
    assert.equal((await personSessions.find('dashboard', 'used', usedMs + 7))?.unusedMs, 7)
    assert.notEqual(await personSessions.find('dashboard', 'unused', usedMs), null)
    assert.equal(await personSessions.find('dashboard', 'unused', NOW + IDLE_MS), null)
    assert.deepEqual(await hashesOf(store, 'dashboard', NOW + IDLE_MS), ['used'])
    assert.notEqual(await personSessions.find('dashboard', 'used', usedMs + IDLE_MS - 1), null)
    assert.equal(await personSessions.find('dashboard', 'used', usedMs + IDLE_MS), null)
    // A use after the end brings nothing back.
    await personSessions.use('unused', IDLE_MS, NOW + IDLE_MS)
    await personSessions.use('unknown', IDLE_MS, NOW)
    assert.equal(await personSessions.find('dashboard', 'unused', NOW + IDLE_MS), null)
    assert.equal(await personSessions.find('dashboard', 'unknown', NOW), null)
  })

  check('sessions of people: housekeeping removes those that have ended, and no other', async (store) => {
    await open(store, 'old')
    await open(store, 'new', {}, NOW + 1)
    await store.personSessions.forget(NOW + IDLE_MS)
    assert.deepEqual(await hashesOf(store, 'dashboard', NOW + IDLE_MS), ['new'])
    assert.notEqual(await store.personSessions.find('dashboard', 'new', NOW + IDLE_MS), null)
  })

  check(
    'sessions of people: one that a wrong clock has used is over; small steps back are not noticed',
    async (store) => {
      await open(store, 'future', {}, NOW + 86_400_000)
      await open(store, 'early', {}, NOW + 4000)
      assert.equal((await store.personSessions.find('dashboard', 'early', NOW))?.unusedMs, 0)
      assert.equal(await store.personSessions.find('dashboard', 'future', NOW), null)
      assert.deepEqual(await hashesOf(store), ['early'])
    },
  )

  check('sessions of people: the list has the newest use first, and each door its own', async (store) => {
    await open(store, 'first')
    await open(store, 'second', { person: 'bob' }, NOW + 1)
    await open(store, 'third', { person: null }, NOW + 2)
    await open(store, 'member', { door: 'account' }, NOW + 3)
    await store.personSessions.use('first', IDLE_MS, NOW + 4)
    assert.deepEqual(await hashesOf(store, 'dashboard', NOW + 4), ['first', 'third', 'second'])
    assert.deepEqual(await hashesOf(store, 'account', NOW + 4), ['member'])
  })

  check(
    'sessions of people: one more than a person may have ends the one that was unused for longest',
    async (store) => {
      const terms = { ...TERMS, mostOfPerson: 3 }
      const add = (hash: string, nowMs: number, more: Partial<PersonSession> = {}): Promise<void> =>
        store.personSessions.open(sessionOf(hash, more), terms, nowMs)
      await add('other', NOW, { person: 'bob' })
      for (const [index, hash] of ['a', 'b', 'c'].entries()) await add(hash, NOW + index)
      await store.personSessions.use('a', IDLE_MS, NOW + 10)
      await add('d', NOW + 11)
      assert.deepEqual(await hashesOf(store, 'dashboard', NOW + 11), ['d', 'a', 'c', 'other'])
      assert.equal(await store.personSessions.find('dashboard', 'b', NOW + 11), null)
      // The same name at the other door is another person, and the token is of many.
      await add('member', NOW + 12, { door: 'account' })
      for (let count = 0; count < 5; count++) await add(`token ${count}`, NOW + 13, { person: null })
      assert.equal((await hashesOf(store, 'dashboard', NOW + 13)).length, 9)
      assert.deepEqual(await hashesOf(store, 'account', NOW + 13), ['member'])
    },
  )

  check(
    'sessions of people: one more than a door may have ends one, and those that have ended do not count',
    async (store) => {
      const terms = { ...TERMS, most: 3 }
      const add = (hash: string, nowMs: number): Promise<void> =>
        store.personSessions.open(sessionOf(hash, { person: hash }), terms, nowMs)
      for (const [index, hash] of ['a', 'b', 'c', 'd'].entries()) await add(hash, NOW + index)
      assert.deepEqual(await hashesOf(store, 'dashboard', NOW + 3), ['d', 'c', 'b'])
      await add('e', NOW + IDLE_MS + 2)
      await add('f', NOW + IDLE_MS + 2)
      assert.deepEqual((await hashesOf(store, 'dashboard', NOW + IDLE_MS + 2)).toSorted(), ['d', 'e', 'f'])
    },
  )

  check('sessions of people: they are ended alone, or all of one person', async (store) => {
    const { personSessions } = store
    await open(store, 'one')
    await open(store, 'two')
    await open(store, 'three')
    await open(store, 'token', { person: null })
    await open(store, 'member', { door: 'account' })
    await personSessions.close('one')
    await personSessions.close('one')
    assert.equal(await personSessions.find('dashboard', 'one', NOW), null)
    await personSessions.use('one', IDLE_MS, NOW)
    assert.deepEqual((await hashesOf(store)).toSorted(), ['three', 'token', 'two'])
    await personSessions.closeAll('dashboard', 'ada')
    assert.deepEqual(await hashesOf(store), ['token'])
    await personSessions.closeAll('dashboard', null)
    assert.deepEqual([await hashesOf(store), await hashesOf(store, 'account')], [[], ['member']])
    await personSessions.closeAll('dashboard', null)
  })

  check('sessions of people: those of an operator end with a new generation and with the operator', async (store) => {
    const { people } = store
    const begin = (): Promise<unknown> =>
      Promise.all([
        open(store, 'hers'),
        open(store, 'his', { person: 'bob' }),
        open(store, 'token', { person: null }),
        open(store, 'member', { door: 'account' }),
      ])
    const others = ['his', 'token']
    await people.add({ workspaceId: null, name: 'ada', role: 'owner', passwordHash: 'hash' })
    await begin()
    await people.update(null, 'ada', { role: 'reader' })
    assert.deepEqual((await hashesOf(store)).toSorted(), ['hers', ...others])
    for (const change of [{ endsSessions: true }, { passwordHash: 'new' }]) {
      await people.update(null, 'ada', change)
      assert.deepEqual((await hashesOf(store)).toSorted(), others)
      await store.personSessions.closeAll('dashboard', 'bob')
      await store.personSessions.closeAll('dashboard', null)
      await store.personSessions.close('member')
      await begin()
    }
    await people.remove(null, 'ada')
    assert.deepEqual((await hashesOf(store)).toSorted(), others)
    assert.deepEqual(await hashesOf(store, 'account'), ['member'])
  })

  check(
    'sessions of people: those of a member end with a new generation, with the member and with the workspace',
    async (store) => {
      const { people } = store
      const { id } = await store.workspaces.create({ name: 'shop' })
      await people.add({ workspaceId: id, name: 'ada', link: LINK })
      const ends: readonly (() => Promise<unknown>)[] = [
        () => people.setPassword('account', 'ada', { linkHash: LINK.hash, nowMs: NOW }, 'hash'),
        () => people.setPassword('account', 'ada', { presentHash: 'hash' }, 'hash 2'),
        () => people.update(id, 'ada', { endsSessions: true }),
        () => people.update(id, 'ada', { link: LINK }),
        () => people.remove(id, 'ada'),
        async () => {
          await people.add({ workspaceId: id, name: 'ada', link: LINK })
          await store.erase(id)
        },
      ]
      await open(store, 'operator')
      await open(store, 'his', { door: 'account', person: 'bob' })
      for (const [index, end] of ends.entries()) {
        await open(store, `hers ${index}`, { door: 'account' })
        await end()
        assert.deepEqual(await hashesOf(store, 'account'), ['his'], String(end))
        assert.equal(await store.personSessions.find('account', `hers ${index}`, NOW), null)
      }
      assert.deepEqual(await hashesOf(store), ['operator'])
    },
  )
}
