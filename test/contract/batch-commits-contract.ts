import assert from 'node:assert/strict'
import type { Claim } from '../../adapters/store/batches.ts'
import { claim, create, createCaller, fail, find, newId, readResults, readUsage, succeed } from './batch-calls.ts'
import { NOW, type Check } from './store-caller.ts'

/** Each item has one result and one charge. */
export function checkCommits(check: Check): void {
  check('results are in the order of completion, with counters and charges', async (store) => {
    const caller = await createCaller(store)
    const batch = await create(store, caller, 3)
    const [a, b, c] = await claim(store)
    assert.ok(a && b && c)
    assert.equal(await succeed(store, caller, c, NOW + 1), 'committed')
    assert.equal(await fail(store, a, NOW + 2), 'committed')
    assert.deepEqual(
      (await readResults(store, batch)).map((json) => JSON.parse(json)),
      [
        { index: 2, status: 'ok' },
        { index: 0, status: 'error' },
      ],
    )
    assert.deepEqual((await find(store, batch)).progress, {
      status: 'running',
      totalCount: 3,
      processedCount: 2,
      successCount: 1,
      failureCount: 1,
      creditsCharged: 5,
      startedAtMs: NOW,
      completedAtMs: null,
    })
    assert.equal(await succeed(store, caller, b, NOW + 3), 'committed')
    const { status, creditsCharged, completedAtMs } = (await find(store, batch)).progress
    assert.deepEqual([status, creditsCharged, completedAtMs], ['complete', 10, NOW + 3])
    assert.deepEqual(await readUsage(store, caller), [2, 10])
    assert.deepEqual((await store.ledger.check()).differences, [])
    assert.deepEqual(await readResults(store, batch, { offset: 1, limit: 1 }), ['{"index":0,"status":"error"}'])
    assert.equal((await readResults(store, batch, { offset: 1 })).length, 2)
    assert.deepEqual(await readResults(store, batch, { limit: 0 }), [])
    assert.deepEqual(await readResults(store, batch, { offset: 3 }), [])
  })

  check('an item that is worked on twice has one result and one charge', async (store) => {
    const caller = await createCaller(store)
    const batch = await create(store, caller, 2)
    const [first] = await claim(store)
    assert.ok(first)
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => succeed(store, caller, first)))
    assert.deepEqual(outcomes.toSorted(), [...Array<string>(7).fill('already_committed'), 'committed'])
    assert.equal(await fail(store, first), 'already_committed')
    assert.equal((await readResults(store, batch)).length, 1)
    const { processedCount, creditsCharged } = (await find(store, batch)).progress
    assert.deepEqual([processedCount, creditsCharged], [1, 5])
    assert.deepEqual(await readUsage(store, caller), [1, 5])
    assert.equal(await fail(store, { batchId: newId(), index: 0 }), 'already_committed')
  })

  check('a reservation of an item ends, and only its cost is used', async (store) => {
    const workspace = await store.workspaces.create({ name: 'Free' })
    const caller = {
      ...(await store.keys.create(workspace.id, { mode: 'live', name: 'k' })),
      workspaceId: workspace.id,
    }
    await create(store, caller, 2)
    const [a, b] = await claim(store)
    assert.ok(a && b)
    await succeed(store, caller, a)
    await succeed(store, caller, a)
    const reservation = await store.ledger.reserve(workspace.id, 50, NOW)
    assert.ok(reservation !== 'insufficient_credits')
    await store.batches.commit({ ...b, isOk: true, credits: 10, json: '{}', reservation }, NOW)
    await store.ledger.reserve(workspace.id, 5000 - 15, NOW)
    assert.equal(await store.ledger.reserve(workspace.id, 1, NOW), 'insufficient_credits')
    await assert.rejects(
      store.batches.commit({ ...b, isOk: true, credits: 5, json: '{}', reservation: null }, NOW),
      ({ code }: { code?: string }) => code === 'invalid_charge',
    )
  })

  check('a charge above its reservation is refused, and the reservation is released', async (store) => {
    const { id } = await store.workspaces.create({ name: 'Free' })
    const caller = { ...(await store.keys.create(id, { mode: 'live', name: 'k' })), workspaceId: id }
    const batch = await create(store, caller, 1)
    const [claimed] = await claim(store)
    assert.ok(claimed)
    const reservation = await store.ledger.reserve(id, 5000, NOW)
    assert.ok(reservation !== 'insufficient_credits')
    await assert.rejects(
      store.batches.commit({ ...claimed, isOk: true, credits: 5001, json: '{}', reservation }, NOW),
      ({ code }: { code?: string }) => code === 'invalid_charge',
    )
    assert.equal((await find(store, batch)).progress.processedCount, 0)
    assert.notEqual(await store.ledger.reserve(id, 5000, NOW), 'insufficient_credits')
  })

  check('many results of many batches are committed at the same time', async (store) => {
    const caller = await createCaller(store)
    const batches = await Promise.all(Array.from({ length: 5 }, () => create(store, caller, 60)))
    const claims = await claim(store, 1000)
    assert.equal(claims.length, 300)
    await Promise.all(claims.map((one) => (one.index % 3 === 0 ? fail(store, one) : succeed(store, caller, one))))
    for (const batch of batches) {
      const { status, successCount, failureCount, creditsCharged } = (await find(store, batch)).progress
      assert.deepEqual([status, successCount, failureCount, creditsCharged], ['complete', 40, 20, 200])
      const results = await readResults(store, batch)
      assert.equal(new Set(results.map((json) => (JSON.parse(json) as Claim).index)).size, 60)
    }
    assert.deepEqual(await readUsage(store, caller), [200, 1000])
    assert.deepEqual((await store.ledger.check()).differences, [])
  })
}
