import assert from 'node:assert/strict'
import { ShelfmarkError } from '../../core/index.ts'
import { ALL_DAYS, NOW, refuses, type Check } from './store-caller.ts'

/** Workspaces are created, listed and changed. */
export function checkWorkspaces(check: Check): void {
  check('workspaces are created, listed and changed', async (store) => {
    const first = await store.workspaces.create({ name: 'First' })
    const { id, ...rest } = first
    assert.ok(id.length >= 8)
    assert.deepEqual(rest, {
      name: 'First',
      plan: 'free',
      payAsYouGo: false,
      spendingCap: null,
      overrides: {},
      eventsUrl: null,
      createdAtMs: NOW,
    })
    const overrides = { sustainedPerSecond: 100 }
    const second = await store.workspaces.create({ name: 'Zweite „日本“', plan: 'custom', payAsYouGo: true, overrides })
    assert.deepEqual(await store.workspaces.list(), [first, second])

    const changed = await store.workspaces.update(first.id, { plan: 'pro' })
    assert.deepEqual(changed, { ...first, plan: 'pro' })
    const again = await store.workspaces.update(first.id, { payAsYouGo: true, name: 'Erste', overrides })
    assert.deepEqual(again, { ...first, plan: 'pro', payAsYouGo: true, name: 'Erste', overrides })
    assert.deepEqual(await store.workspaces.list(), [again, second])
    const capped = await store.workspaces.update(second.id, { spendingCap: 500 })
    assert.deepEqual(capped, { ...second, spendingCap: 500 })
    assert.deepEqual(await store.workspaces.update(second.id, { name: 'Two' }), { ...capped, name: 'Two' })
    assert.deepEqual((await store.workspaces.update(second.id, { spendingCap: null })).spendingCap, null)
    assert.deepEqual(
      (await store.workspaces.list()).map(({ spendingCap }) => spendingCap),
      [null, null],
    )
  })

  check('a probe writes, and changes nothing that is read', async (store) => {
    const workspace = await store.workspaces.create({ name: 'First' })
    for (let times = 0; times < 3; times++) await store.probe()
    assert.deepEqual(await store.workspaces.list(), [workspace])
    await store.close()
    await refuses('closed', store.probe())
  })

  check('of concurrent calls that create the first workspace, one does', async (store) => {
    const created = await Promise.all([1, 2, 3].map(() => store.workspaces.createFirst({ name: 'default' })))
    const made = created.filter((workspace) => workspace !== null)
    assert.deepEqual(await store.workspaces.list(), made)
    assert.equal(made.length, 1)
    assert.equal(await store.workspaces.createFirst({ name: 'default' }), null)
  })

  check('unknown workspaces and invalid overrides are refused', async (store) => {
    const { id } = await store.workspaces.create({ name: 'First' })
    const overrides = { sustainedPerSecond: 7 }
    await assert.rejects(store.workspaces.create({ name: 'Second', plan: 'custom', overrides }), ShelfmarkError)
    await assert.rejects(store.workspaces.update(id, { overrides }), ShelfmarkError)
    await assert.rejects(store.workspaces.create({ name: 'Second', spendingCap: -5 }), ShelfmarkError)
    await assert.rejects(store.workspaces.update(id, { spendingCap: 0.5 }), ShelfmarkError)
    assert.deepEqual(
      (await store.workspaces.list()).map(({ overrides }) => overrides),
      [{}],
    )
    await refuses('unknown_workspace', store.workspaces.update('ws_none', { plan: 'pro' }))
    await refuses('unknown_workspace', store.keys.create('ws_none', { mode: 'live', name: 'main' }))
    await refuses('unknown_workspace', store.keys.list('ws_none'))
    await refuses('unknown_workspace', store.ledger.reserve('ws_none', 5, NOW))
    await refuses('unknown_workspace', store.ledger.usage('ws_none', ALL_DAYS))
  })
}
