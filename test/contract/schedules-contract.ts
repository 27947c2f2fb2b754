import assert from 'node:assert/strict'
import type { NewSchedule, Schedule } from '../../adapters/store/schedules.ts'
import type { Store } from '../../adapters/store/store.ts'
import { claim, createCaller, DAY, lease, MINUTE, newId, toNewBatch, type Caller } from './batch-calls.ts'
import { NOW, type Check } from './store-caller.ts'

const times = { every: '1d', cron: null, timezone: null }

function toNewSchedule({ key, workspaceId }: Caller, more: Partial<NewSchedule> = {}): NewSchedule {
  return {
    id: newId(),
    workspaceId,
    keyId: key.id,
    mode: 'live',
    endpoint: 'market.product',
    createdAtMs: NOW,
    terms: { ...times, metadata: {}, deliver: null },
    nextRunMs: NOW,
    sealedSecret: 'plain:whsec',
    webhookUrl: null,
    inputs: ['{"query":"B0SHLF0001"}', '{"query":"B0SHLF0002"}'],
    sealedKeys: 'v1.keys',
    idempotency: null,
    mayCreate: true,
    ...more,
  }
}

/** A schedule that is due. */
export async function createSchedule(store: Store, caller: Caller, more: Partial<NewSchedule> = {}): Promise<Schedule> {
  const created = await store.schedules.create(toNewSchedule(caller, more))
  assert.ok(typeof created === 'object' && created.isNew)
  return created.schedule
}

/** Schedules are created once, claimed once, and their runs are batches. */
export function checkSchedules(check: Check): void {
  check('schedule: created once, found, listed newest first, and removed with its keys and bytes', async (store) => {
    const caller = await createCaller(store)
    const owner = { workspaceId: caller.workspaceId, mode: 'live' } as const
    const idempotency = { key: 'one', bodyHash: 'a' }
    const first = await createSchedule(store, caller, { idempotency })
    const again = await store.schedules.create(toNewSchedule(caller, { idempotency }))
    assert.deepEqual(again, { isNew: false, schedule: first })
    const other = { ...idempotency, bodyHash: 'b' }
    assert.equal(await store.schedules.create(toNewSchedule(caller, { idempotency: other })), 'idempotency_conflict')
    assert.equal(await store.schedules.create(toNewSchedule(caller, { mayCreate: false })), 'refused')
    const second = await createSchedule(store, caller, { createdAtMs: NOW + 1 })
    const page = { after: null, limit: 10 }
    assert.deepEqual(await store.schedules.list(owner, page), [second, first])
    assert.deepEqual(await store.schedules.list(owner, { ...page, after: second.id }), [first])
    assert.deepEqual(await store.schedules.list({ ...owner, mode: 'test' }, page), [])
    assert.equal(await store.schedules.list(owner, { ...page, after: newId() }), 'unknown_schedule')
    assert.deepEqual(await store.schedules.listInputs(first.id), toNewSchedule(caller).inputs)
    assert.equal(await store.bucketKeys.find(first.id), 'v1.keys')
    assert.ok((await store.storage.usage(caller.workspaceId, 'live')).bytes > 4000)
    for (const { id } of [first, second]) assert.equal(await store.schedules.remove(id), true)
    assert.equal(await store.schedules.remove(first.id), false)
    assert.equal(await store.bucketKeys.find(first.id), null)
    assert.equal((await store.storage.usage(caller.workspaceId, 'live')).bytes, 0)
    assert.deepEqual(await store.schedules.claimDue(10, lease(NOW + DAY)), [])
  })

  check(
    'schedule: a run is claimed by one caller, and written in one step with the time of the next',
    async (store) => {
      const caller = await createCaller(store)
      const { id } = await createSchedule(store, caller)
      const claims = await Promise.all([1, 2, 3].map(() => store.schedules.claimDue(10, lease(NOW, MINUTE))))
      const [claimed, ...more] = claims.flat()
      assert.ok(claimed?.id === id && more.length === 0)
      const batch = toNewBatch(caller, 2, { scheduleId: id })
      const step = { nextRunMs: NOW + DAY, problem: null, batch }
      const written = await Promise.all([1, 2].map(() => store.schedules.step(id, claimed.revision, step)))
      assert.equal(written.filter(Boolean).length, 1)
      const found = await store.schedules.find(id)
      assert.deepEqual([found?.nextRunMs, found?.batchId, found?.problem], [NOW + DAY, batch.id, null])
      const runs = await store.schedules.listRuns(id, 10)
      assert.deepEqual(
        runs.map((run) => [run.id, run.scheduleId]),
        [[batch.id, id]],
      )
      assert.equal((await claim(store)).length, 2)
      // One that died after its claim.
      const late = await store.schedules.claimDue(10, lease(NOW + DAY, MINUTE))
      assert.equal(late.length, 1)
      assert.equal((await store.schedules.claimDue(10, lease(NOW + DAY + MINUTE, MINUTE))).length, 1)
      const full = { nextRunMs: NOW + 2 * DAY, problem: null, batch: toNewBatch(caller, 2, { maxPending: 3 }) }
      assert.equal(await store.schedules.step(id, late[0]?.revision ?? -1, full), true)
      const refused = await store.schedules.find(id)
      assert.deepEqual([refused?.problem, refused?.batchId], ['pending_items_exceeded', batch.id])
    },
  )

  check('schedule: a revoked key pauses it, a rotated one hands it on, an erasure removes it', async (store) => {
    const caller = await createCaller(store)
    const { id } = await createSchedule(store, caller)
    const rotated = await store.keys.rotate(caller.key.id)
    assert.equal((await store.schedules.find(id))?.keyId, rotated.key.id)
    await store.keys.revoke(rotated.key.id)
    const paused = await store.schedules.find(id)
    assert.deepEqual([paused?.paused, paused?.nextRunMs], ['key', null])
    const secrets: unknown[] = []
    for await (const secret of store.schedules.listSecrets()) secrets.push(secret)
    assert.deepEqual(secrets, [{ ownerId: id, sealedSecret: 'plain:whsec' }])
    await store.schedules.replaceSecret({ ownerId: id, sealedSecret: 'plain:whsec' }, 'v1.sealed')
    assert.equal((await store.schedules.find(id))?.sealedSecret, 'v1.sealed')
    await store.erase(caller.workspaceId)
    assert.deepEqual([await store.schedules.find(id), await store.bucketKeys.find(id)], [null, null])
  })
}
