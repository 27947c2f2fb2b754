import assert from 'node:assert/strict'
import { ALL_DAYS, charge, createCaller, NOW, readCredits, refuses, reserve, type Check } from './store-caller.ts'

/** Data outlives its store. */
export function checkDurability(check: Check): void {
  check('all data is there when the store is opened again', async (store, data) => {
    const caller = await createCaller(store)
    const revoked = await store.keys.create(caller.workspaceId, { mode: 'live', name: 'old' })
    await store.keys.revoke(revoked.key.id)
    await charge(store, caller, 'a')
    await reserve(store, caller.workspaceId, 100)
    const before = [await store.workspaces.list(), await store.keys.list(caller.workspaceId)]
    await store.close()

    const again = await data.open()
    assert.deepEqual([await again.workspaces.list(), await again.keys.list(caller.workspaceId)], before)
    assert.equal(typeof (await again.keys.authenticate(caller.fullKey)), 'object')
    assert.equal(await again.keys.authenticate(revoked.fullKey), 'revoked')
    assert.equal(await charge(again, caller, 'a'), 'already_charged')
    await reserve(again, caller.workspaceId, 4995)
    assert.equal(await again.ledger.reserve(caller.workspaceId, 5, NOW), 'insufficient_credits')
    await again.close()
  })

  check('closing the store finishes the charges in progress; later calls are refused', async (store, data) => {
    const caller = await createCaller(store)
    const { workspaceId, key, fullKey } = caller
    const reservations = await Promise.all(Array.from({ length: 10 }, () => reserve(store, workspaceId, 5)))
    const settled = reservations.map((reservation, index) =>
      store.ledger.settle(reservation, { chargeId: String(index), keyId: key.id, record: 'product', credits: 5 }),
    )
    await store.close()
    assert.deepEqual(new Set(await Promise.all(settled)), new Set(['charged']))

    await store.close()
    await refuses('closed', store.keys.authenticate(fullKey))
    await refuses('closed', store.workspaces.list())
    await refuses('closed', store.workspaces.create({ name: 'late' }))
    await refuses('closed', store.keys.create(workspaceId, { mode: 'live', name: 'late' }))
    await refuses('closed', store.keys.revoke(key.id))
    await refuses('closed', store.ledger.reserve(workspaceId, 5, NOW))
    await refuses('closed', store.ledger.usage(workspaceId, ALL_DAYS))
    await refuses('closed', store.ledger.check())
    const [reservation] = reservations
    assert.ok(reservation)
    await refuses(
      'closed',
      store.ledger.settle(reservation, { chargeId: 'z', keyId: key.id, record: 'product', credits: 5 }),
    )
    await store.ledger.release(reservation)

    const again = await data.open()
    assert.equal(await readCredits(again, workspaceId), 50)
    await again.close()
  })

  check('keys made with a pepper work only with that pepper', async (store, data) => {
    await store.close()
    const peppered = await data.open({ pepper: 'a pepper that nobody knows' })
    const { fullKey, workspaceId } = await createCaller(peppered)
    assert.equal(typeof (await peppered.keys.authenticate(fullKey)), 'object')
    await peppered.close()
    await refuses('pepper_mismatch', data.open())
    await refuses('pepper_mismatch', data.open({ pepper: 'another' }))
    const again = await data.open({ pepper: 'a pepper that nobody knows' })
    assert.equal(typeof (await again.keys.authenticate(fullKey)), 'object')
    assert.equal((await again.keys.list(workspaceId)).length, 1)
    await again.close()
  })
}
