import assert from 'node:assert/strict'
import { BATCH_RECORD_BYTES } from '../../core/policy/index.ts'
import { create, createCaller, DAY, find, newId, SECOND } from './batch-calls.ts'
import { NOW, type Check } from './store-caller.ts'

/** Batches are listed by the time of their creation, and carry metadata. */
export function checkLists(check: Check): void {
  check('batches are listed newest first, a page at a time, within a range of times', async (store) => {
    const caller = await createCaller(store)
    const owner = { workspaceId: caller.workspaceId, mode: 'live' } as const
    const ids: string[] = []
    for (let second = 0; second < 6; second++) {
      ids.unshift((await create(store, caller, 1, { createdAtMs: NOW + second * SECOND })).id)
    }
    await create(store, caller, 1, { mode: 'test' })
    const list = async (page: object): Promise<readonly string[] | 'unknown_batch'> => {
      const found = await store.batches.list(owner, { after: null, limit: 10, ...page })
      return typeof found === 'string' ? found : found.map(({ id }) => id)
    }
    const [from, before] = [NOW + SECOND, NOW + 4 * SECOND]
    const range = { createdFromMs: from, createdBeforeMs: before }
    assert.deepEqual(await list({}), ids)
    assert.deepEqual(await list({ createdFromMs: from }), ids.slice(0, 5))
    assert.deepEqual(await list({ createdBeforeMs: before }), ids.slice(2))
    assert.deepEqual(await list(range), ids.slice(2, 5))
    assert.deepEqual(await list({ ...range, limit: 2 }), ids.slice(2, 4))
    assert.deepEqual(await list({ ...range, limit: 2, after: ids[3] }), ids.slice(4, 5))
    // The batch before the page can be outside of the range.
    assert.deepEqual(await list({ ...range, after: ids[0] }), ids.slice(2, 5))
    assert.deepEqual(await list({ ...range, after: ids[5] }), [])
    assert.deepEqual(await list({ createdFromMs: before, createdBeforeMs: from }), [])
    assert.equal(await list({ ...range, after: newId() }), 'unknown_batch')
  })

  check('batches are listed by the reference of an item, for as long as their record is kept', async (store, data) => {
    const caller = await createCaller(store)
    const owner = { workspaceId: caller.workspaceId, mode: 'live' } as const
    const item = (reference?: unknown): string => JSON.stringify({ query: 'B0SHLFX301', reference })
    const createAt = async (second: number, inputs: string[], options: object = {}): Promise<string> =>
      (await create(store, caller, 1, { createdAtMs: NOW + second * SECOND, inputs, ...options })).id
    const odd = 'größe: 7 * "x"\n🫖'
    const first = await createAt(0, [item('A'), item('A'), item(odd)])
    const second = await createAt(1, [item('B'), item()])
    const third = await createAt(2, [item(''), item('a'), item('A')])
    await createAt(3, [item('A')], { mode: 'test' })
    const other = await createCaller(store)
    await create(store, other, 1, { inputs: [item('A')] })
    const list = async (reference: string, page: object = {}): Promise<readonly string[] | string> => {
      const found = await store.batches.list(owner, { after: null, limit: 10, ...page, reference })
      return typeof found === 'string' ? found : found.map(({ id }) => id)
    }
    assert.deepEqual(await list('A'), [third, first])
    assert.deepEqual(await list('A', { limit: 1 }), [third])
    assert.deepEqual(await list('A', { after: third }), [first])
    assert.deepEqual(await list('A', { after: second }), [first])
    assert.deepEqual(await list('A', { createdFromMs: NOW + SECOND }), [third])
    assert.deepEqual(await list('A', { createdBeforeMs: NOW + SECOND }), [first])
    assert.deepEqual(await list('a'), [third])
    assert.deepEqual(await list(odd), [first])
    assert.deepEqual(await list('C'), [])
    assert.equal(await list('A', { after: newId() }), 'unknown_batch')
    for (const id of [first, second, third]) await store.batches.stop(id, NOW)
    await store.batches.forget({ resultsMs: 0, recordsMs: DAY, idempotencyMs: DAY }, NOW + 1)
    assert.deepEqual(await list('A'), [third, first])
    // Each batch counts its references once, as a part of its record.
    const bytes = 3 * BATCH_RECORD_BYTES + Buffer.byteLength(['A', odd, 'B', 'a', 'A'].join(''))
    assert.equal((await store.storage.usage(caller.workspaceId, 'live')).bytes, bytes)
    await store.close()
    const again = await data.open()
    await again.batches.forget({ resultsMs: 0, recordsMs: 0, idempotencyMs: DAY }, NOW + 2)
    assert.deepEqual(await again.batches.list(owner, { after: null, limit: 10, reference: 'A' }), [])
    assert.equal((await again.storage.usage(caller.workspaceId, 'live')).bytes, 0)
    await again.close()
  })

  check('metadata is kept with the record of a batch, and counts as stored bytes', async (store, data) => {
    const caller = await createCaller(store)
    const metadata = JSON.parse('{"order":"7","größe":"ü","__proto__":"own"}') as Readonly<Record<string, string>>
    const batch = await create(store, caller, 1, { metadata, inputs: ['{}'] })
    assert.deepEqual(Object.entries(batch.metadata), Object.entries(metadata))
    assert.deepEqual((await create(store, caller, 1, { inputs: ['{}'] })).metadata, {})
    const bytes = async (): Promise<number> => (await store.storage.usage(caller.workspaceId, 'live')).bytes
    const both = 2 * BATCH_RECORD_BYTES + Buffer.byteLength(JSON.stringify(metadata))
    assert.equal(await bytes(), both + 2 * '{}'.length)
    for (const { id } of (await store.batches.list(
      { ...caller, mode: 'live' },
      { after: null, limit: 2 },
    )) as (typeof batch)[]) {
      await store.batches.stop(id, NOW)
    }
    await store.batches.forget({ resultsMs: 0, recordsMs: DAY, idempotencyMs: DAY }, NOW + 1)
    assert.equal(await bytes(), both)
    assert.deepEqual((await find(store, batch)).metadata, batch.metadata)
    await store.close()
    const again = await data.open()
    assert.deepEqual((await find(again, batch)).metadata, batch.metadata)
    await again.batches.forget({ resultsMs: 0, recordsMs: 0, idempotencyMs: DAY }, NOW + 2)
    assert.equal((await again.storage.usage(caller.workspaceId, 'live')).bytes, 0)
    await again.close()
  })
}
