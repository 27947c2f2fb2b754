import assert from 'node:assert/strict'
import { IDEMPOTENCY_MS } from '../../core/policy/index.ts'
import { createCaller, find, newId, toNewBatch } from './batch-calls.ts'
import { NOW, type Check } from './store-caller.ts'
import { createWatch, toNewWatch } from './watch-calls.ts'

const idempotency = { key: 'watch/7', bodyHash: 'a' }
const CONFLICT = 'idempotency_conflict'

/** Watches are created once for an idempotency key. */
export function checkWatchCreation(check: Check): void {
  check(
    'an idempotency key gives the same watch for a day, in its workspace, for the same body',
    async (store, data) => {
      const [one, other] = [await createCaller(store), await createCaller(store)]
      const first = await createWatch(store, one, 2, { idempotency })
      assert.deepEqual(await store.watches.create(toNewWatch(one, 2, { idempotency })), { isNew: false, watch: first })
      const changed = { ...idempotency, bodyHash: 'b' }
      assert.equal(await store.watches.create(toNewWatch(one, 2, { idempotency: changed })), CONFLICT)
      const others = [
        await createWatch(store, other, 2, { idempotency: changed }),
        await createWatch(store, one, 2, { idempotency: changed, mode: 'test' }),
        await createWatch(store, one, 2, { idempotency: { ...idempotency, key: 'watch/8' } }),
        await createWatch(store, one, 2),
      ]
      const owner = { workspaceId: one.workspaceId, mode: 'live' } as const
      const listed = await store.watches.list(owner, { after: null, limit: 10 })
      assert.ok(typeof listed !== 'string')
      assert.equal(listed.length, 3)
      assert.equal(new Set([first, ...others].map(({ id }) => id)).size, 5)
      await store.close()
      const again = await data.open()
      assert.deepEqual(await again.watches.create(toNewWatch(one, 2, { idempotency })), { isNew: false, watch: first })
      const late = { idempotency: changed, createdAtMs: NOW + IDEMPOTENCY_MS }
      assert.notEqual((await createWatch(again, one, 2, late)).id, first.id)
      await again.close()
    },
  )

  check('the same idempotency key at the same time makes one watch', async (store) => {
    const caller = await createCaller(store)
    const made = await Promise.all(
      Array.from({ length: 10 }, () => store.watches.create(toNewWatch(caller, 2, { idempotency }))),
    )
    const watches = made.map((entry) => (typeof entry === 'string' ? null : entry))
    assert.equal(watches.filter((entry) => entry?.isNew === true).length, 1)
    assert.equal(new Set(watches.map((entry) => entry?.watch.id)).size, 1)
  })

  check(
    'a key that has created a watch creates no batch, and no request is paid with it; nor the other way round',
    async (store) => {
      const caller = await createCaller(store)
      const watch = await createWatch(store, caller, 1, { idempotency })
      const batch = toNewBatch(caller, 1, { idempotency: { ...idempotency, bodyHash: 'of a batch' } })
      assert.equal(await store.batches.create(batch), CONFLICT)
      const pay = (key: string) =>
        store.ledger.claimKey({ workspaceId: caller.workspaceId, mode: 'live', key, params: '{}' }, NOW)
      assert.equal(await pay(idempotency.key), CONFLICT)
      const second = { key: 'batch/7', bodyHash: 'b' }
      const created = await store.batches.create(toNewBatch(caller, 1, { idempotency: second }))
      assert.ok(typeof created === 'object')
      const of = (key: string) => store.watches.create(toNewWatch(caller, 1, { idempotency: { key, bodyHash: 'c' } }))
      assert.equal(await of(second.key), CONFLICT)
      assert.ok(typeof (await pay('paid/7')) === 'object')
      assert.equal(await of('paid/7'), CONFLICT)
      assert.notEqual((await find(store, created.batch)).id, watch.id)
    },
  )

  check(
    'a replay is answered when the workspace may watch nothing more, and a removed watch is created again',
    async (store) => {
      const caller = await createCaller(store)
      const first = await createWatch(store, caller, 3, { idempotency })
      const full = { idempotency, maxItems: 0 }
      assert.deepEqual(await store.watches.create(toNewWatch(caller, 3, full)), { isNew: false, watch: first })
      const other = { idempotency: { key: newId(), bodyHash: 'a' }, maxItems: 0 }
      assert.equal(await store.watches.create(toNewWatch(caller, 3, other)), 'too_many_items')
      assert.equal(await store.watches.remove(first.id), true)
      const second = await createWatch(store, caller, 3, { idempotency })
      assert.notEqual(second.id, first.id)
      assert.deepEqual(await store.watches.create(toNewWatch(caller, 3, full)), { isNew: false, watch: second })
    },
  )
}
