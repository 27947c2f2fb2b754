import assert from 'node:assert/strict'
import { createCaller, DAY, MINUTE } from './batch-calls.ts'
import { NOW, type Check } from './store-caller.ts'
import { beginRun, commitLook, createWatch, findWatch, lookOf } from './watch-calls.ts'

/** Items that are removed from a watch. */
export function checkWatchItems(check: Check): void {
  check('an item that was removed is not listed, due or counted, and its index is not given again', async (store) => {
    const caller = await createCaller(store)
    const watch = await createWatch(store, caller, 3)
    const [claimed] = await beginRun(store, caller, watch, [1])
    assert.ok(claimed)
    const revision = async (): Promise<number> => (await findWatch(store, watch)).revision
    assert.ok(await store.watches.step(watch.id, await revision(), { removed: [1, 2] }, NOW))
    // A change of the times of all items, read before it was removed.
    assert.ok(await store.watches.step(watch.id, await revision(), { due: [[1, NOW]] }, NOW))
    const look = { watchId: watch.id, item: 1, deaths: 1 }
    assert.equal(await store.watches.beginLook(claimed, look, () => true, NOW), false, 'it leaves the run')
    const { itemCount } = await findWatch(store, watch)
    const indexes = async (): Promise<readonly number[]> =>
      (await store.watches.listItems(watch.id, 0, 10)).map(({ item }) => item)
    assert.deepEqual([itemCount, await indexes()], [1, [0]])
    assert.deepEqual(
      (await store.watches.listStates(watch.id, 0, 10)).map(({ item }) => item),
      [0],
    )
    const farMs = NOW + 1000 * DAY
    assert.deepEqual(
      (await store.watches.listDue(watch.id, farMs)).map(({ item }) => item),
      [0],
    )
    assert.ok(await store.watches.step(watch.id, await revision(), { inputs: ['{"query":"new"}'] }, NOW))
    assert.deepEqual(await indexes(), [0, 3])
    const { workspaceId, mode } = watch
    assert.equal(await store.watches.countItems({ workspaceId, mode }), 2)
    assert.equal((await store.watches.findItem(watch.id, 1))?.input, '{"query":"B0SHLF0001"}', 'its past can be read')
  })

  check('a look at an item that is removed meanwhile is written, and it stays removed', async (store) => {
    const caller = await createCaller(store)
    const watch = await createWatch(store, caller, 2)
    const [claimed] = await beginRun(store, caller, watch, [1])
    assert.ok(claimed)
    const { revision } = await findWatch(store, watch)
    assert.ok(await store.watches.step(watch.id, revision, { removed: [1] }, NOW))
    await commitLook(store, caller, claimed, await lookOf(watch, 1, { againMs: NOW + 10 * MINUTE }))
    assert.deepEqual(
      (await store.watches.listDue(watch.id, NOW + 1000 * DAY)).map(({ item }) => item),
      [0],
    )
    assert.equal((await store.watches.listLastLooks(watch.id, 1, 5)).length, 1)
  })
}
