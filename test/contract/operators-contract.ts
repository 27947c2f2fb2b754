import assert from 'node:assert/strict'
import { NOW, refuses, type Check } from './store-caller.ts'

const ALICE = { name: 'alice', role: 'owner', passwordHash: 'hash of alice', createdAtMs: NOW } as const
const BOB = { name: 'bob@example.com', role: 'reader', passwordHash: 'hash of bob', createdAtMs: NOW + 1 } as const

/** What every store does with operators. */
export function operatorsContract(check: Check): void {
  check('operators: they are created once, listed by name, and kept', async (store, data) => {
    assert.deepEqual(await store.operators.list(), [])
    assert.equal(await store.operators.find('alice'), null)
    await store.operators.create(BOB)
    const { passwordHash: _, ...account } = ALICE
    const { generation, ...created } = await store.operators.create(ALICE)
    assert.deepEqual(created, account)
    await refuses('operator_exists', store.operators.create({ ...ALICE, passwordHash: 'another' }))
    assert.deepEqual(
      (await store.operators.list()).map(({ name, role }) => [name, role]),
      [
        ['alice', 'owner'],
        ['bob@example.com', 'reader'],
      ],
    )
    assert.ok((await store.operators.list()).every((operator) => !('passwordHash' in operator)))
    await store.close()
    const again = await data.open()
    assert.deepEqual(await again.operators.find('alice'), { ...ALICE, generation })
    await again.close()
  })

  check('operators: a role changes alone; a password and a sign-out end sessions', async (store) => {
    const { generation } = await store.operators.create(ALICE)
    const changed = await store.operators.update('alice', { role: 'reader' })
    assert.deepEqual([changed.role, changed.generation], ['reader', generation])
    assert.equal((await store.operators.update('alice', { passwordHash: 'new' })).generation, generation + 1)
    assert.equal((await store.operators.update('alice', { endsSessions: true })).generation, generation + 2)
    const { role, passwordHash, createdAtMs } = (await store.operators.find('alice')) ?? assert.fail()
    assert.deepEqual([role, passwordHash, createdAtMs], ['reader', 'new', NOW])
    await refuses('unknown_operator', store.operators.update('bob', { role: 'owner' }))
  })

  check('operators: a password is only replaced while it is the present one', async (store) => {
    const { generation } = await store.operators.create(ALICE)
    await store.operators.update('alice', { passwordHash: 'reset' })
    assert.equal(await store.operators.changePassword('alice', ALICE.passwordHash, 'own'), false)
    assert.equal((await store.operators.find('alice'))?.passwordHash, 'reset')
    assert.equal(await store.operators.changePassword('alice', 'reset', 'own'), true)
    const found = await store.operators.find('alice')
    assert.deepEqual([found?.passwordHash, found?.generation], ['own', generation + 2])
    assert.equal(await store.operators.changePassword('bob', 'reset', 'own'), false)
  })

  check('operators: an account does not begin where one of its name has ended', async (store) => {
    const { generation } = await store.operators.create(ALICE)
    await store.operators.remove('alice')
    assert.notEqual((await store.operators.create(ALICE)).generation, generation)
  })

  check('operators: one that was removed is unknown, and the name is free', async (store) => {
    await store.operators.create(ALICE)
    await store.operators.remove('alice')
    assert.deepEqual([await store.operators.list(), await store.operators.find('alice')], [[], null])
    await refuses('unknown_operator', store.operators.remove('alice'))
    await store.operators.create({ ...ALICE, role: 'reader' })
    assert.equal((await store.operators.find('alice'))?.role, 'reader')
  })
}
