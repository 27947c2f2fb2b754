import assert from 'node:assert/strict'
import type { Batch, NewBatch } from '../../adapters/store/batches.ts'
import { IDEMPOTENCY_MS } from '../../core/policy/index.ts'
import { claim, create, createCaller, fail, newId, readResults, toNewBatch } from './batch-calls.ts'
import { NOW, type Check } from './store-caller.ts'

/** Batches are created once, and found. */
export function checkCreation(check: Check): void {
  check('a batch is found as it was created', async (store, data) => {
    const caller = await createCaller(store)
    const wanted = toNewBatch(caller, 3, {
      endpoint: 'market.search',
      mode: 'test',
      webhookUrl: 'https://example.com/',
      deliver: { to: 's3://bucket/prefix/', endpoint: 'https://s3.example', region: 'auto', format: 'csv' },
    })
    const { inputs, idempotency, maxPending, ...facts } = { ...wanted, metadata: {}, deliver: wanted.deliver ?? null }
    assert.deepEqual([inputs.length, idempotency, maxPending], [3, null, 1_000_000])
    const nothingSent = {
      status: 'pending',
      attempts: 0,
      nextAtMs: null,
      lastError: null,
      deliveredAtMs: null,
    } as const
    const expected: Batch = {
      ...facts,
      progress: {
        status: 'pending',
        totalCount: 3,
        processedCount: 0,
        successCount: 0,
        failureCount: 0,
        creditsCharged: 0,
        startedAtMs: null,
        completedAtMs: null,
      },
      delivery: nothingSent,
      written: nothingSent,
      scheduleId: null,
      hasResults: true,
      watchId: null,
    }
    assert.deepEqual(await store.batches.create(wanted), { isNew: true, batch: expected })
    assert.deepEqual(await store.batches.find(wanted.id), expected)
    assert.deepEqual(await readResults(store, wanted), [])
    assert.equal(await store.batches.find(newId()), null)
    assert.deepEqual(await readResults(store, { id: newId() }), [])
    assert.equal((await create(store, caller, 1)).delivery, null)
    await store.close()
    const again = await data.open()
    assert.deepEqual(await again.batches.find(wanted.id), expected)
    await again.close()
  })

  check('an idempotency key gives the same batch for a day, in its workspace, for the same body', async (store) => {
    const [one, other] = [await createCaller(store), await createCaller(store)]
    const idempotency = { key: 'order/7', bodyHash: 'a' }
    const first = await create(store, one, 2, { idempotency })
    const again = await store.batches.create(toNewBatch(one, 2, { idempotency }))
    assert.deepEqual(again, { isNew: false, batch: first })
    const changed = { ...idempotency, bodyHash: 'b' }
    assert.equal(await store.batches.create(toNewBatch(one, 2, { idempotency: changed })), 'idempotency_conflict')
    assert.notEqual((await create(store, other, 2, { idempotency: changed })).id, first.id)
    assert.notEqual((await create(store, one, 2, { idempotency: { ...idempotency, key: 'order/8' } })).id, first.id)
    const late = { idempotency: changed, createdAtMs: NOW + IDEMPOTENCY_MS }
    assert.notEqual((await create(store, one, 2, late)).id, first.id)
    const claims = await claim(store, 1000)
    assert.equal(claims.length, 8)
  })

  check('the same idempotency key at the same time makes one batch', async (store) => {
    const caller = await createCaller(store)
    const idempotency = { key: 'k', bodyHash: 'a' }
    const made = await Promise.all(
      Array.from({ length: 10 }, () => store.batches.create(toNewBatch(caller, 2, { idempotency }))),
    )
    const batches = made.map((entry) => (typeof entry === 'string' ? null : entry))
    assert.equal(batches.filter((entry) => entry?.isNew === true).length, 1)
    assert.equal(new Set(batches.map((entry) => entry?.batch.id)).size, 1)
    assert.equal((await claim(store)).length, 2)
  })
}

/** The items of a workspace without a result are limited. */
export function checkPending(check: Check): void {
  check('a batch that would exceed the pending items of its workspace and kind is not created', async (store) => {
    const [caller, other] = [await createCaller(store), await createCaller(store)]
    const tryCreate = (items: number, more: Partial<NewBatch> = {}) =>
      store.batches.create(toNewBatch(caller, items, { maxPending: 5, ...more }))
    const refused = 'pending_items_exceeded'
    assert.equal(await tryCreate(6), refused)
    const idempotency = { key: 'k', bodyHash: 'a' }
    const first = await create(store, caller, 3, { maxPending: 5, idempotency })
    assert.equal(await tryCreate(3), refused)
    await create(store, other, 5, { maxPending: 5 })
    await create(store, caller, 5, { maxPending: 5, mode: 'test' })
    // A replay creates nothing, and is never refused.
    assert.deepEqual(await tryCreate(3, { idempotency }), { isNew: false, batch: first })
    const [claimed] = await claim(store, 1)
    assert.ok(claimed)
    assert.equal(await tryCreate(3), refused)
    await fail(store, claimed)
    await fail(store, claimed)
    const second = await create(store, caller, 3, { maxPending: 5 })
    assert.equal(await tryCreate(1), refused)
    await store.batches.stop(second.id, NOW)
    await store.batches.stop(second.id, NOW)
    assert.equal(await tryCreate(4), refused)
    await create(store, caller, 3, { maxPending: 5 })
    await create(store, caller, 20, { maxPending: null })
  })
}
