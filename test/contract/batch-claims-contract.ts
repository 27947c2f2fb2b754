import assert from 'node:assert/strict'
import type { Batch, Claim } from '../../adapters/store/batches.ts'
import type { Store } from '../../adapters/store/store.ts'
import { claim, create, createCaller, fail, find, lease, MINUTE, newId, SECOND } from './batch-calls.ts'
import { NOW, type Check } from './store-caller.ts'

/** Items are dealt in runs, with leases. */
export function checkClaims(check: Check): void {
  check('the batches of a key that have not ended are listed', async (store) => {
    const [one, other] = [await createCaller(store), await createCaller(store)]
    const batches = [await create(store, one, 1), await create(store, one, 2), await create(store, one, 1)]
    await create(store, other, 1)
    const ids = batches.map(({ id }) => id)
    assert.deepEqual((await store.batches.listOpen(one.key.id)).toSorted(), ids.toSorted())
    await store.batches.stop(ids[0] ?? '', NOW)
    assert.deepEqual((await store.batches.listOpen(one.key.id)).toSorted(), ids.slice(1).toSorted())
    assert.deepEqual(await store.batches.listOpen('key_none'), [])
  })

  check('a run is dealt round-robin, and the next continues where it ended', async (store) => {
    const caller = await createCaller(store)
    const [large, middle, small] = [
      await create(store, caller, 20),
      await create(store, caller, 5),
      await create(store, caller, 1),
    ]
    const count = (claims: readonly Claim[]): number[] =>
      [large, middle, small].map(({ id }) => claims.filter(({ batchId }) => batchId === id).length)
    const first = await claim(store, 4)
    assert.deepEqual(count(first), [2, 1, 1])
    const second = await claim(store, 4)
    assert.deepEqual(count(second), [2, 2, 0])
    const third = await claim(store, 100)
    assert.deepEqual(count(third), [16, 2, 0])
    assert.deepEqual(await claim(store, 100), [])
    const all = [...first, ...second, ...third].map(({ batchId, index }) => `${batchId} ${index}`)
    assert.equal(new Set(all).size, 26)
    for (const { id, progress } of [large, middle, small]) {
      const own = [...first, ...second, ...third].filter(({ batchId }) => batchId === id).map(({ index }) => index)
      assert.deepEqual(
        own.toSorted((a, b) => a - b),
        Array.from({ length: progress.totalCount }, (_, index) => index),
      )
    }
  })

  check(
    'items are ranked among those of their workspace that have no result, as if all were dealt at once',
    async (store) => {
      const [caller, other] = [await createCaller(store), await createCaller(store)]
      const run = async () =>
        (await store.batches.claimRun({ mode: 'live', intervalMs: 0, maxItems: 100 }, lease())).claims
      const rank = (claims: Awaited<ReturnType<typeof run>>, { id }: Batch): number[] =>
        claims.filter(({ batchId }) => batchId === id).map((claimed) => claimed.rank)
      const [large, alone] = [await create(store, caller, 4), await create(store, other, 2)]
      const first = await run()
      assert.deepEqual(
        [rank(first, large), rank(first, alone)],
        [
          [1, 2, 3, 4],
          [1, 2],
        ],
      )
      await fail(store, first.find(({ batchId }) => batchId === large.id) ?? assert.fail())
      const [small, middle] = [await create(store, caller, 1), await create(store, caller, 2)]
      const second = await run()
      assert.deepEqual([rank(second, small), rank(second, middle)], [[1], [2, 4]])
      const late = await store.batches.reclaim('live', 100, lease(NOW + 2 * MINUTE))
      assert.deepEqual(
        late.map((claimed) => claimed.rank).toSorted((a, b) => a - b),
        [1, 1, 2, 2, 3, 4, 5, 6],
      )
    },
  )

  check('one caller gets the run that is due, and the next is due when its interval has passed', async (store) => {
    const caller = await createCaller(store)
    await create(store, caller, 20)
    const claimRun = (nowMs: number, intervalMs = 4 * SECOND) =>
      store.batches.claimRun({ mode: 'live', intervalMs, maxItems: 3 }, lease(nowMs))
    assert.equal(await store.batches.runAgeMs('live', NOW), null)
    const runs = await Promise.all(Array.from({ length: 5 }, () => claimRun(NOW)))
    assert.deepEqual(
      runs.map(({ claims }) => claims.length).toSorted((a, b) => b - a),
      [3, 0, 0, 0, 0],
    )
    assert.equal(await store.batches.runAgeMs('live', NOW + 700), 700)
    assert.equal((await claimRun(NOW + 4 * SECOND - 1)).claims.length, 0)
    // It is late, and the next is due at its time nevertheless.
    assert.equal((await claimRun(NOW + 4 * SECOND + 900)).claims.length, 3)
    assert.equal((await claimRun(NOW + 8 * SECOND)).claims.length, 3)
    // After a pause, there is one run, not one for each that was missed.
    assert.equal((await claimRun(NOW + 23 * SECOND)).claims.length, 3)
    assert.equal((await claimRun(NOW + 23 * SECOND)).claims.length, 0)
    // Another interval counts from the last run.
    assert.equal((await claimRun(NOW + 24 * SECOND, 6 * SECOND)).claims.length, 0)
    assert.equal((await claimRun(NOW + 26 * SECOND, 6 * SECOND)).claims.length, 3)
    assert.equal((await claimRun(NOW + 28 * SECOND, 2 * SECOND)).claims.length, 3)
  })

  check('after a run without items, a batch starts at once, and the next run is an interval later', async (store) => {
    const caller = await createCaller(store)
    const claimRun = async (nowMs: number) =>
      (await store.batches.claimRun({ mode: 'live', intervalMs: MINUTE, maxItems: 3 }, lease(nowMs))).claims.length
    assert.equal(await claimRun(NOW), 0)
    await create(store, caller, 4)
    assert.equal(await claimRun(NOW + 50 * SECOND), 3)
    // The last run had items.
    assert.equal(await claimRun(NOW + 60 * SECOND), 0)
    assert.equal(await claimRun(NOW + 110 * SECOND), 1)
    await create(store, caller, 1)
    assert.equal(await claimRun(NOW + 120 * SECOND), 0)
    assert.equal(await claimRun(NOW + 170 * SECOND), 1)
    assert.equal(await claimRun(NOW + 230 * SECOND), 0)
    await create(store, caller, 1)
    assert.equal(await claimRun(NOW + 231 * SECOND), 1)
  })

  check('batches of sandbox keys start at once, and leave the time of empty runs alone', async (store) => {
    const caller = await createCaller(store)
    const claimRun = async (nowMs: number) =>
      (await store.batches.claimRun({ mode: 'test', intervalMs: MINUTE, maxItems: 3 }, lease(nowMs))).claims.length
    await create(store, caller, 8, { mode: 'test' })
    const counts: number[] = []
    for (const seconds of [0, 1, 2, 3]) counts.push(await claimRun(NOW + seconds * SECOND))
    assert.deepEqual(counts, [3, 3, 2, 0])
    assert.equal(await store.batches.runAgeMs('test', NOW + 3 * SECOND), SECOND)
    await create(store, caller, 1, { mode: 'test' })
    assert.equal(await claimRun(NOW + 4 * SECOND), 1)
  })

  check('a last run in the future is ignored, and reported once', async (store) => {
    const caller = await createCaller(store)
    await create(store, caller, 20)
    const claimRun = (nowMs: number) =>
      store.batches.claimRun({ mode: 'live', intervalMs: MINUTE, maxItems: 3 }, lease(nowMs))
    const ahead = 2880 * MINUTE
    assert.equal((await claimRun(NOW + ahead)).aheadMs, null)
    const { claims, aheadMs } = await claimRun(NOW)
    assert.deepEqual([claims.length, aheadMs], [3, ahead])
    assert.deepEqual(await claimRun(NOW + SECOND), { claims: [], aheadMs: null })
    assert.equal((await claimRun(NOW + MINUTE)).claims.length, 3)
  })

  check('a lease that was taken on a clock far ahead has ended', async (store) => {
    const caller = await createCaller(store)
    await create(store, caller, 2)
    const claims = await claim(store, 2, lease(NOW + 2880 * MINUTE))
    assert.deepEqual(await store.batches.reclaim('live', 10, lease(NOW)), claims)
    assert.deepEqual(await store.batches.reclaim('live', 10, lease(NOW)), [])
  })

  check('a run is dealt over the workspaces, then over the batches of each', async (store) => {
    const [many, one] = [await createCaller(store), await createCaller(store)]
    for (let count = 0; count < 10; count++) await create(store, many, 10)
    const own = await create(store, one, 30)
    const countOwn = (claims: readonly Claim[]): number => claims.filter(({ batchId }) => batchId === own.id).length
    const first = await claim(store, 20)
    assert.deepEqual([first.length, countOwn(first), new Set(first.map(({ batchId }) => batchId)).size], [20, 10, 11])
    const second = await claim(store, 21)
    assert.ok([10, 11].includes(countOwn(second)), `${countOwn(second)} of 21`)
    // A batch that a workspace adds waits for the others of that workspace, not for those of others.
    const later = await create(store, one, 1)
    const third = await claim(store, 6)
    assert.ok(third.some(({ batchId }) => batchId === later.id))
  })

  check('a workspace whose batch was dealt to its end waits behind the others all the same', async (store) => {
    const [one, other] = [await createCaller(store), await createCaller(store)]
    const first = await create(store, one, 1)
    const second = await create(store, other, 1)
    const third = await create(store, one, 1)
    const dealt: string[] = []
    for (let count = 0; count < 3; count++) dealt.push(...(await claim(store, 1)).map(({ batchId }) => batchId))
    assert.deepEqual(dealt, [first.id, second.id, third.id])
  })

  check('items of sandbox keys have runs and leases of their own', async (store) => {
    const caller = await createCaller(store)
    const sandbox = await create(store, caller, 5, { mode: 'test' })
    const live = await create(store, caller, 5)
    const isOf =
      ({ id }: Batch) =>
      (claims: readonly Claim[]) =>
        claims.every(({ batchId }) => batchId === id)
    const claimed = await claim(store, 5)
    assert.equal(claimed.length, 5)
    assert.ok(isOf(live)(claimed))
    assert.equal(await store.batches.runAgeMs('test', NOW), null)
    const other = await claim(store, 3, lease(), 'test')
    assert.equal(other.length, 3)
    assert.ok(isOf(sandbox)(other))
    const late = lease(NOW + 2 * MINUTE)
    assert.equal((await store.batches.reclaim('test', 10, late)).length, 3)
    assert.ok(isOf(live)(await store.batches.reclaim('live', 10, late)))
    await store.batches.stop(sandbox.id, NOW)
    assert.deepEqual(await claim(store, 5, lease(), 'test'), [])
  })

  check('deaths of an item are counted until it has a result', async (store, data) => {
    const caller = await createCaller(store)
    await create(store, caller, 2)
    const [first, second] = await claim(store)
    assert.ok(first && second)
    await store.batches.setDeaths(first, 1)
    await store.batches.setDeaths(first, 2)
    const deathsOf = async (of: Store, claimed: Claim) => (await of.batches.findItem(claimed))?.deaths
    assert.deepEqual([await deathsOf(store, first), await deathsOf(store, second)], [2, 0])
    await store.close()
    const again = await data.open()
    assert.equal(await deathsOf(again, first), 2)
    await again.batches.setDeaths(first, 1)
    assert.equal(await deathsOf(again, first), 1)
    await fail(again, first)
    await again.batches.setDeaths(first, 3)
    assert.equal(await again.batches.findItem(first), null)
    await again.close()
  })

  check('the first claim starts a batch, and an item is as it was submitted', async (store) => {
    const caller = await createCaller(store)
    const batch = await create(store, caller, 2, {
      inputs: ['{"query":"B0SHLF0001","x":"„ü日\\u0000"}', '{"query":"2"}'],
    })
    const [first] = await claim(store, 1, lease(NOW + 7))
    assert.deepEqual(first, { batchId: batch.id, index: 0, workspaceId: batch.workspaceId, rank: 1 })
    const { status, startedAtMs } = (await find(store, batch)).progress
    assert.deepEqual([status, startedAtMs], ['running', NOW + 7])
    await claim(store, 1, lease(NOW + 9))
    assert.equal((await find(store, batch)).progress.startedAtMs, NOW + 7)
    const { workspaceId, keyId, mode, endpoint } = batch
    const input = '{"query":"B0SHLF0001","x":"„ü日\\u0000"}'
    const own = { workspaceId, keyId, mode, endpoint, watchId: null }
    assert.deepEqual(await store.batches.findItem(first), { ...own, input, deaths: 0 })
    assert.equal(await store.batches.findItem({ batchId: batch.id, index: 2 }), null)
    assert.equal(await store.batches.findItem({ batchId: newId(), index: 0 }), null)
    await fail(store, first)
    assert.equal(await store.batches.findItem(first), null)
  })

  check('an item without a result is claimed again when its lease ends, once', async (store) => {
    const caller = await createCaller(store)
    await create(store, caller, 4)
    const claims = await claim(store, 3, lease(NOW, MINUTE))
    const [done, ...open] = claims
    assert.ok(done)
    await fail(store, done)
    assert.deepEqual(await store.batches.reclaim('live', 10, lease(NOW + MINUTE - 1)), [])
    const late = await store.batches.reclaim('live', 1, lease(NOW + MINUTE))
    const later = await store.batches.reclaim('live', 10, lease(NOW + MINUTE))
    const byIndex = (left: Claim, right: Claim): number => left.index - right.index
    assert.deepEqual([late.length, later.length], [1, 1])
    // Each is the first of those that this call claims.
    for (const claimed of open) Object.assign(claimed, { rank: 1 })
    assert.deepEqual([...late, ...later].toSorted(byIndex), open.toSorted(byIndex))
    assert.deepEqual(await store.batches.reclaim('live', 10, lease(NOW + MINUTE)), [])
    assert.equal((await store.batches.reclaim('live', 10, lease(NOW + 2 * MINUTE))).length, 2)
  })
}
