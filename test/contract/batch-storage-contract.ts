import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Claim } from '../../adapters/store/batches.ts'
import type { Store } from '../../adapters/store/store.ts'
import { BATCH_RECORD_BYTES, PLANS } from '../../core/policy/index.ts'
import { claim, create, createCaller, DAY, MINUTE, readResults, type Caller } from './batch-calls.ts'
import { NOW, type Check } from './store-caller.ts'

/** Stored bytes are counted. */
export function checkStorage(check: Check): void {
  const KB = 1024
  /** Text that can't be deflated much, as JSON. */
  const noise = (kilobytes: number): string =>
    JSON.stringify({ index: 0, data: randomBytes((kilobytes * KB * 3) / 4).toString('base64') })
  const usedBy = async (store: Store, { workspaceId }: Caller, mode: 'live' | 'test' = 'live'): Promise<number> =>
    (await store.storage.usage(workspaceId, mode)).bytes
  const commit = (store: Store, one: Claim, json: string) =>
    store.batches.commit({ ...one, isOk: true, credits: 0, json, reservation: null }, NOW)

  check('stored bytes are those of inputs and results, by workspace and kind of key', async (store) => {
    const [one, other] = [await createCaller(store), await createCaller(store)]
    const inputs = ['{"query":"B0SHLF0001","reference":"ü"}', '{"query":"2"}', '{"query":"3"}']
    const inputBytes = inputs.map((input) => Buffer.byteLength(input))
    /** References are kept as long as the record is. */
    const recordBytes = BATCH_RECORD_BYTES + Buffer.byteLength('ü')
    const total = inputBytes.reduce((sum, bytes) => sum + bytes, recordBytes)
    const batch = await create(store, one, 3, { inputs })
    assert.deepEqual([await usedBy(store, one), await usedBy(store, other)], [total, 0])
    const [first, second] = await claim(store)
    assert.ok(first && second)
    await commit(store, first, '{"index":0}')
    assert.equal(await usedBy(store, one), total - Number(inputBytes[first.index]) + '{"index":0}'.length)
    // A second result of the same item is not stored.
    await commit(store, first, noise(10))
    const large = noise(100)
    await commit(store, second, large)
    const withLarge = await usedBy(store, one)
    assert.ok(withLarge > 70 * KB && withLarge < 100 * KB, String(withLarge))
    await store.batches.stop(batch.id, NOW)
    const results = await readResults(store, batch)
    const aborted = Buffer.byteLength(results.at(-1) ?? '')
    assert.equal(await usedBy(store, one), withLarge - Number(inputBytes[2]) + aborted)
    assert.deepEqual(results.slice(0, 2), ['{"index":0}', large])

    await create(store, one, 1, { mode: 'test', inputs: ['{}'] })
    const sandboxBytes = BATCH_RECORD_BYTES + 2
    assert.equal(await usedBy(store, one, 'test'), sandboxBytes)
    // The record counts for as long as it is kept.
    await store.batches.forget({ resultsMs: 0, recordsMs: DAY, idempotencyMs: MINUTE }, NOW + 1)
    assert.deepEqual([await usedBy(store, one), await usedBy(store, one, 'test')], [recordBytes, sandboxBytes])
    await store.batches.forget({ resultsMs: 0, recordsMs: 0, idempotencyMs: MINUTE }, NOW + 2)
    assert.deepEqual([await usedBy(store, one), await usedBy(store, one, 'test')], [0, sandboxBytes])
  })

  check('a long result is stored deflated, and read as it was', async (store) => {
    const caller = await createCaller(store)
    const batch = await create(store, caller, 1, { inputs: ['{}'] })
    const [only] = await claim(store)
    assert.ok(only)
    const json = JSON.stringify({ index: 0, title: '„ü日\u0000'.repeat(10_000), html: '<p>x</p>'.repeat(10_000) })
    await commit(store, only, json)
    assert.ok((await usedBy(store, caller)) < Buffer.byteLength(json) / 20)
    assert.deepEqual(await readResults(store, batch), [json])
  })

  check('results of any size are read in order, in any range', async (store) => {
    const caller = await createCaller(store)
    const batch = await create(store, caller, 12)
    const written: string[] = []
    for (const one of await claim(store)) {
      const json = one.index % 4 === 0 ? noise(300) : one.index % 4 === 1 ? noise(90) : `{"index":${one.index}}`
      await commit(store, one, json)
      written.push(json)
    }
    const same = (read: readonly string[], expected: readonly string[]): void =>
      assert.ok(read.length === expected.length && read.every((json, at) => json === expected[at]))
    same(await readResults(store, batch), written)
    same(await readResults(store, batch, { offset: 3, limit: 6 }), written.slice(3, 9))
    same(await readResults(store, batch, { offset: 11 }), written.slice(11))
  })

  check('the limit is that of the plan; what sandbox keys store has that of the plan free', async (store) => {
    const { id } = await store.workspaces.create({ name: 'Large', plan: 'vibe' })
    assert.deepEqual(await store.storage.usage(id, 'live'), { bytes: 0, maxBytes: PLANS.vibe.storedBytes })
    assert.deepEqual(await store.storage.usage(id, 'test'), { bytes: 0, maxBytes: PLANS.free.storedBytes })
    const custom = { storedBytes: 50_000_000_000 }
    await store.workspaces.update(id, { plan: 'custom', overrides: custom })
    assert.equal((await store.storage.usage(id, 'live')).maxBytes, custom.storedBytes)
    await assert.rejects(store.storage.usage('ws_unknown', 'live'), { code: 'unknown_workspace' })
    assert.equal(await store.storage.hasRoom(), true)
  })
}
