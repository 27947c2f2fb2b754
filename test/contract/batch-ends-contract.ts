import assert from 'node:assert/strict'
import { BATCH_DEADLINE_MS, BATCH_RECORD_BYTES } from '../../core/policy/index.ts'
import {
  attemptAt,
  claim,
  claimDue,
  create,
  createCaller,
  DAY,
  fail,
  find,
  lease,
  MINUTE,
  newId,
  readResults,
  readUsage,
  succeed,
  toNewBatch,
} from './batch-calls.ts'
import { NOW, type Check } from './store-caller.ts'

/** Batches are stopped, and their results removed. */
export function checkEnds(check: Check): void {
  check('a stopped batch has a result for every item, and no more work', async (store) => {
    const caller = await createCaller(store)
    const batch = await create(store, caller, 4, { inputs: ['{"a":1}', '{"a":2}', '{"a":3}', '{"a":4}'] })
    const [a, b] = await claim(store, 2)
    assert.ok(a && b)
    await succeed(store, caller, b)
    const stopped = await store.batches.stop(batch.id, NOW + 9)
    assert.deepEqual(stopped, await find(store, batch))
    assert.deepEqual(stopped?.progress, {
      status: 'failed',
      totalCount: 4,
      processedCount: 4,
      successCount: 1,
      failureCount: 3,
      creditsCharged: 5,
      startedAtMs: NOW,
      completedAtMs: NOW + 9,
    })
    const aborted = (index: number) => ({
      index,
      input: { a: index + 1 },
      status: 'error',
      http_status: 409,
      data: null,
      error: { error: 'batch_aborted' },
      duration_ms: 0,
      credits_charged: 0,
      attempts: null,
      source_status: null,
      resolved_url: null,
      extractor_version: null,
      fetched_at: null,
    })
    const results = (await readResults(store, batch)).map((json) => JSON.parse(json) as unknown)
    assert.deepEqual(results.slice(1), [aborted(0), aborted(2), aborted(3)])
    assert.equal(await succeed(store, caller, a), 'already_committed')
    assert.deepEqual(await claim(store), [])
    assert.deepEqual(await store.batches.reclaim('live', 10, lease(NOW + 10 * MINUTE)), [])
    assert.deepEqual(await readUsage(store, caller), [1, 5])
    assert.deepEqual(await store.batches.stop(batch.id, NOW + 20), stopped)
    assert.equal(await store.batches.stop(newId(), NOW), null)
  })

  check('an ended batch is not stopped, and an overdue one is listed', async (store) => {
    const caller = await createCaller(store)
    const [done, open] = [await create(store, caller, 1), await create(store, caller, 1)]
    const claims = await claim(store)
    for (const one of claims) if (one.batchId === done.id) await fail(store, one)
    assert.equal((await store.batches.stop(done.id, NOW))?.progress.status, 'complete')
    assert.deepEqual(await store.batches.listOverdue(BATCH_DEADLINE_MS, NOW), [])
    assert.deepEqual(await store.batches.listOverdue(BATCH_DEADLINE_MS, NOW + BATCH_DEADLINE_MS + 1), [open.id])
    await store.batches.stop(open.id, NOW)
    assert.deepEqual(await store.batches.listOverdue(BATCH_DEADLINE_MS, NOW + BATCH_DEADLINE_MS + 1), [])
  })

  check('old results are removed, and the record stays', async (store) => {
    const caller = await createCaller(store)
    const idempotency = { key: 'k', bodyHash: 'a' }
    const [old, recent] = [await create(store, caller, 1, { idempotency }), await create(store, caller, 1)]
    const claims = await claim(store)
    for (const one of claims) await fail(store, one, one.batchId === old.id ? NOW : NOW + MINUTE)
    const kept = { resultsMs: 0, recordsMs: DAY, idempotencyMs: 0 }
    assert.equal(await store.batches.forget(kept, NOW + 1), 1)
    assert.equal(await store.batches.forget(kept, NOW + 1), 0)
    assert.deepEqual(await readResults(store, old), [])
    assert.equal((await readResults(store, recent)).length, 1)
    assert.equal((await find(store, old)).progress.processedCount, 1)
    assert.deepEqual([(await find(store, old)).hasResults, (await find(store, recent)).hasResults], [false, true])
    const again = await store.batches.create(toNewBatch(caller, 1, { idempotency: { ...idempotency, bodyHash: 'b' } }))
    assert.ok(typeof again === 'object' && again.isNew)
  })
}

/** Old records are removed. */
export function checkRecords(check: Check): void {
  const kept = { resultsMs: DAY, recordsMs: 2 * DAY, idempotencyMs: MINUTE }

  check('an old record is removed with all that belongs to it, and no other', async (store, data) => {
    const caller = await createCaller(store)
    const webhookUrl = 'https://example.com/hook'
    // More than one step removes.
    const old = await Promise.all(Array.from({ length: 205 }, () => create(store, caller, 1, { webhookUrl })))
    const [recent, open] = [
      await create(store, caller, 1, { webhookUrl }),
      await create(store, caller, 1, { inputs: ['{}'] }),
    ]
    for (const { id } of old) await store.batches.stop(id, NOW)
    await store.batches.stop(recent.id, NOW + DAY)
    assert.equal(await store.batches.forget(kept, NOW + DAY + 1), 205)
    assert.equal((await find(store, recent)).hasResults, true)
    await store.batches.forget(kept, NOW + 2 * DAY)
    assert.equal((await store.batches.find(old[0]?.id ?? ''))?.hasResults, false)

    await store.batches.forget(kept, NOW + 2 * DAY + 1)
    for (const { id } of old) assert.equal(await store.batches.find(id), null)
    assert.equal(await store.batches.redeliver(old[0]?.id ?? '', NOW), 'no_webhook')
    // Its webhook was due. That of the recent batch still is.
    const due = await claimDue(store, lease(NOW + 2 * DAY + 1))
    assert.deepEqual(due, [attemptAt(recent, 1)])
    await store.batches.forget(kept, NOW + 3 * DAY + 1)
    assert.equal(await store.batches.find(recent.id), null)
    await store.outbox.endAttempt(attemptAt(recent, 1), { ok: true, status: 200 }, NOW + 3 * DAY)
    assert.equal(await store.batches.find(recent.id), null)
    assert.equal((await find(store, open)).progress.status, 'pending')
    assert.equal((await store.storage.usage(caller.workspaceId, 'live')).bytes, BATCH_RECORD_BYTES + '{}'.length)
    await store.close()
    const again = await data.open()
    assert.deepEqual(await again.batches.listOpen(caller.key.id), [open.id])
    await again.close()
  })
}
