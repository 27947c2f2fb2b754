import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { Batch, Claim, Lease, NewBatch } from '../../adapters/store/batches.ts'
import type { CreatedKey } from '../../adapters/store/keys.ts'
import type { Reservation } from '../../adapters/store/ledger.ts'
import type { Store } from '../../adapters/store/store.ts'
import {
  BATCH_DEADLINE_MS,
  IDEMPOTENCY_MS,
  KEPT_ATTEMPTS,
  PLANS,
  REDELIVERY_PAUSE_MS,
  type AttemptOutcome,
  type DeliverySlots,
  type KeyMode,
} from '../../core/policy/index.ts'
import type { StoreData } from './store-contract.ts'

const NOW = Date.parse('2026-03-15T12:00:00Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const SLOTS: DeliverySlots = { total: 10, perWorkspace: 10, perOrigin: 10 }
const ALL_DAYS = { from: '2000-01-01', to: '2999-12-31' }

type Check = (title: string, run: (store: Store, data: StoreData) => Promise<void>) => void

/** What every implementation of `Batches` does. Each test has its own data. The clock is an argument. */
export function batchesContract(name: string, createData: (epochMs: () => number) => Promise<StoreData>): void {
  const check: Check = (title, run) => {
    test(`${name}: ${title}`, async () => {
      const data = await createData(() => NOW)
      const store = await data.open()
      try {
        await run(store, data)
        await store.close()
      } finally {
        await data.remove()
      }
    })
  }
  checkCreation(check)
  checkPending(check)
  checkClaims(check)
  checkCommits(check)
  checkEnds(check)
  checkRecords(check)
  checkDeliveries(check)
  checkStorage(check)
}

let nextBatch = 0

function newId(): string {
  return `00000000-0000-4000-8000-${String(nextBatch++).padStart(12, '0')}`
}

type Caller = CreatedKey & { readonly workspaceId: string }

async function createCaller(store: Store): Promise<Caller> {
  const { id } = await store.workspaces.create({ name: 'First', payAsYouGo: true })
  return { ...(await store.keys.create(id, { mode: 'live', name: 'main' })), workspaceId: id }
}

function toNewBatch({ key, workspaceId }: Caller, items: number, more: Partial<NewBatch> = {}): NewBatch {
  return {
    id: newId(),
    workspaceId,
    keyId: key.id,
    mode: 'live',
    endpoint: 'market.product',
    createdAtMs: NOW,
    sealedSecret: 'plain:whsec_secret',
    webhookUrl: null,
    inputs: Array.from({ length: items }, (_, index) =>
      JSON.stringify({ query: `B0SHLF${String(index).padStart(4, '0')}` }),
    ),
    idempotency: null,
    maxPending: 1_000_000,
    ...more,
  }
}

async function create(store: Store, caller: Caller, items: number, more: Partial<NewBatch> = {}): Promise<Batch> {
  const created = await store.batches.create(toNewBatch(caller, items, more))
  assert.ok(typeof created === 'object' && created.isNew)
  return created.batch
}

async function find(store: Store, { id }: Pick<Batch, 'id'>): Promise<Batch> {
  const batch = await store.batches.find(id)
  assert.ok(batch !== null)
  return batch
}

async function readResults(store: Store, { id }: Pick<Batch, 'id'>, range = {}): Promise<string[]> {
  const results: string[] = []
  for await (const json of store.batches.results(id, range)) results.push(json)
  return results
}

const lease = (nowMs = NOW, leaseMs = MINUTE): Lease => ({ nowMs, leaseMs })

/** Claims items of a run, which is due at any time. */
const claim = async (
  store: Store,
  most = 100,
  at: Lease = lease(),
  mode: KeyMode = 'live',
): Promise<readonly Claim[]> => (await store.batches.claimRun({ mode, intervalMs: 0, maxItems: most }, at)).claims

async function reserve(store: Store, { workspaceId }: Caller, nowMs = NOW): Promise<Reservation> {
  const reservation = await store.ledger.reserve(workspaceId, 5, nowMs)
  assert.ok(reservation !== 'insufficient_credits')
  return reservation
}

/** Commits a successful result that costs 5 credits. */
async function succeed(store: Store, caller: Caller, claimed: Claim, nowMs = NOW): Promise<string> {
  const reservation = await reserve(store, caller, nowMs)
  const json = JSON.stringify({ index: claimed.index, status: 'ok' })
  return store.batches.commit({ ...claimed, isOk: true, credits: 5, json, reservation }, nowMs)
}

async function fail(store: Store, claimed: Claim, nowMs = NOW): Promise<string> {
  const json = JSON.stringify({ index: claimed.index, status: 'error' })
  return store.batches.commit({ ...claimed, isOk: false, credits: 0, json, reservation: null }, nowMs)
}

async function readUsage(store: Store, { workspaceId }: Caller): Promise<readonly [number, number]> {
  const rows = await store.ledger.usage(workspaceId, ALL_DAYS)
  const sum = (pick: 'charges' | 'credits'): number => rows.reduce((total, row) => total + row[pick], 0)
  return [sum('charges'), sum('credits')]
}

function checkCreation(check: Check): void {
  check('a batch is found as it was created', async (store, data) => {
    const caller = await createCaller(store)
    const wanted = toNewBatch(caller, 3, {
      endpoint: 'market.search',
      mode: 'test',
      webhookUrl: 'https://example.com/',
    })
    const { inputs, idempotency, maxPending, ...facts } = wanted
    assert.deepEqual([inputs.length, idempotency, maxPending], [3, null, 1_000_000])
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
      delivery: { status: 'pending', attempts: 0, nextAtMs: null, lastError: null, deliveredAtMs: null },
      hasResults: true,
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

function checkPending(check: Check): void {
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
  })
}

function checkClaims(check: Check): void {
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
    assert.deepEqual(first, { batchId: batch.id, index: 0 })
    const { status, startedAtMs } = (await find(store, batch)).progress
    assert.deepEqual([status, startedAtMs], ['running', NOW + 7])
    await claim(store, 1, lease(NOW + 9))
    assert.equal((await find(store, batch)).progress.startedAtMs, NOW + 7)
    const { workspaceId, keyId, mode, endpoint } = batch
    const input = '{"query":"B0SHLF0001","x":"„ü日\\u0000"}'
    assert.deepEqual(await store.batches.findItem(first), { workspaceId, keyId, mode, endpoint, input, deaths: 0 })
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
    assert.deepEqual([...late, ...later].toSorted(byIndex), open.toSorted(byIndex))
    assert.deepEqual(await store.batches.reclaim('live', 10, lease(NOW + MINUTE)), [])
    assert.equal((await store.batches.reclaim('live', 10, lease(NOW + 2 * MINUTE))).length, 2)
  })
}

function checkCommits(check: Check): void {
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

function checkEnds(check: Check): void {
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

function checkRecords(check: Check): void {
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
    const due = await store.batches.claimDeliveries(SLOTS, lease(NOW + 2 * DAY + 1))
    assert.deepEqual(due, [{ batchId: recent.id, attempt: 1 }])
    await store.batches.forget(kept, NOW + 3 * DAY + 1)
    assert.equal(await store.batches.find(recent.id), null)
    const claimed = { batchId: recent.id, attempt: 1 }
    await store.batches.endAttempt(claimed, { ok: true, status: 200 }, NOW + 3 * DAY)
    assert.equal(await store.batches.find(recent.id), null)
    assert.equal((await find(store, open)).progress.status, 'pending')
    assert.equal((await store.storage.usage(caller.workspaceId, 'live')).bytes, '{}'.length)
    await store.close()
    const again = await data.open()
    assert.deepEqual(await again.batches.listOpen(caller.key.id), [open.id])
    await again.close()
  })
}

function checkDeliveries(check: Check): void {
  const webhookUrl = 'https://example.com/hook'

  check('a webhook is due when its batch has ended, and is claimed by one caller at a time', async (store) => {
    const caller = await createCaller(store)
    const batch = await create(store, caller, 1, { webhookUrl })
    await create(store, caller, 1)
    assert.deepEqual(await store.batches.claimDeliveries(SLOTS, lease(NOW + MINUTE)), [])
    for (const one of await claim(store)) await fail(store, one, NOW + 5)
    assert.deepEqual(await store.batches.claimDeliveries(SLOTS, lease(NOW + 4)), [])
    const claims = await Promise.all(
      [1, 2, 3].map(() => store.batches.claimDeliveries(SLOTS, lease(NOW + 5, 20 * SECOND))),
    )
    assert.deepEqual(claims.flat(), [{ batchId: batch.id, attempt: 1 }])
    assert.deepEqual(await store.batches.claimDeliveries(SLOTS, lease(NOW + 20 * SECOND)), [])
    const late = await store.batches.claimDeliveries(SLOTS, lease(NOW + 5 + 20 * SECOND))
    assert.deepEqual(late, [{ batchId: batch.id, attempt: 1 }])
  })

  check('an attempt in progress renews its lease; one that has ended does not', async (store) => {
    const caller = await createCaller(store)
    const batch = await create(store, caller, 1, { webhookUrl })
    await store.batches.stop(batch.id, NOW)
    const at = (nowMs: number) => store.batches.claimDeliveries(SLOTS, lease(nowMs, 20 * SECOND))
    const [claimed] = await at(NOW)
    assert.ok(claimed)
    await store.batches.renewDelivery(claimed, lease(NOW + 15 * SECOND, 20 * SECOND))
    assert.deepEqual(await at(NOW + 34 * SECOND), [])
    const [again] = await at(NOW + 35 * SECOND)
    assert.deepEqual(again, claimed)
    await store.batches.endAttempt(claimed, { ok: false, error: 'timeout' }, NOW + 36 * SECOND)
    await store.batches.renewDelivery(claimed, lease(NOW + 37 * SECOND, 60 * MINUTE))
    const [next] = await at(NOW + 2 * MINUTE)
    assert.deepEqual(next, { batchId: batch.id, attempt: 2 })
    await store.batches.renewDelivery({ batchId: newId(), attempt: 1 }, lease())
  })

  check('a delivery has six attempts, and its outcome is written', async (store) => {
    const caller = await createCaller(store)
    const batch = await create(store, caller, 1, { webhookUrl })
    for (const one of await claim(store)) await fail(store, one)
    let nowMs = NOW
    for (const [attempt, minutes] of [1, 2, 5, 15, 60].entries()) {
      const [claimed] = await store.batches.claimDeliveries(SLOTS, lease(nowMs))
      assert.deepEqual(claimed, { batchId: batch.id, attempt: attempt + 1 })
      const outcome = { ok: false, error: `http 50${attempt}` } as const
      await store.batches.endAttempt(claimed, outcome, nowMs)
      // A late outcome of an ended attempt has no effect.
      await store.batches.endAttempt(claimed, { ok: true, status: 200 }, nowMs)
      const { delivery } = await find(store, batch)
      assert.deepEqual(delivery, {
        status: 'retrying',
        attempts: attempt + 1,
        nextAtMs: nowMs + minutes * MINUTE,
        lastError: `http 50${attempt}`,
        deliveredAtMs: null,
      })
      assert.deepEqual(await store.batches.claimDeliveries(SLOTS, lease(nowMs + minutes * MINUTE - 1)), [])
      nowMs += minutes * MINUTE
    }
    const [last] = await store.batches.claimDeliveries(SLOTS, lease(nowMs))
    assert.equal(last?.attempt, 6)
    await store.batches.endAttempt(last, { ok: false, error: 'timeout' }, nowMs)
    const failed = (await find(store, batch)).delivery
    assert.deepEqual(
      [failed?.status, failed?.attempts, failed?.nextAtMs, failed?.lastError],
      ['failed', 6, null, 'timeout'],
    )
    assert.deepEqual(await store.batches.claimDeliveries(SLOTS, lease(nowMs + 1000 * MINUTE)), [])

    assert.equal(await store.batches.redeliver(batch.id, nowMs), 'due')
    const [again] = await store.batches.claimDeliveries(SLOTS, lease(nowMs))
    assert.deepEqual(again, { batchId: batch.id, attempt: 1 })
    await store.batches.endAttempt(again, { ok: true, status: 200 }, nowMs + 3)
    const delivered = (await find(store, batch)).delivery
    assert.deepEqual(
      [delivered?.status, delivered?.attempts, delivered?.nextAtMs, delivered?.deliveredAtMs],
      ['delivered', 1, null, nowMs + 3],
    )
  })

  check('attempts are remembered: the newest, each once', async (store) => {
    const caller = await createCaller(store)
    const batch = await create(store, caller, 1, { webhookUrl })
    await store.batches.stop(batch.id, NOW)
    assert.deepEqual(await store.batches.listAttempts(batch.id), [])
    let nowMs = NOW
    const attempt = async (outcome: AttemptOutcome, durationMs: number): Promise<void> => {
      const [claimed] = await store.batches.claimDeliveries(SLOTS, lease(nowMs))
      assert.ok(claimed)
      await store.batches.endAttempt(claimed, outcome, nowMs, durationMs)
      await store.batches.endAttempt(claimed, outcome, nowMs, durationMs)
      nowMs += 60 * MINUTE
    }
    await attempt({ ok: false, error: 'http 503' }, 12)
    await attempt({ ok: false, error: 'timeout' }, 10_000)
    await attempt({ ok: true, status: 204 }, 7)
    assert.deepEqual(await store.batches.listAttempts(batch.id), [
      { attempt: 1, startedAtMs: NOW - 12, durationMs: 12, status: 503, error: 'http 503' },
      { attempt: 2, startedAtMs: NOW + 60 * MINUTE - 10_000, durationMs: 10_000, status: null, error: 'timeout' },
      { attempt: 3, startedAtMs: NOW + 120 * MINUTE - 7, durationMs: 7, status: 204, error: null },
    ])
    for (let count = 0; count < KEPT_ATTEMPTS; count++) {
      assert.equal(await store.batches.redeliver(batch.id, nowMs), 'due')
      await attempt({ ok: true, status: 200 }, count)
    }
    const kept = await store.batches.listAttempts(batch.id)
    assert.deepEqual(
      kept.map(({ durationMs }) => durationMs),
      Array.from({ length: KEPT_ATTEMPTS }, (_, count) => count),
    )
    assert.deepEqual(await store.batches.listAttempts(newId()), [])
  })

  check('a stopped batch is delivered; a running batch and a batch without a webhook are not', async (store) => {
    const caller = await createCaller(store)
    const [stopped, silent] = [await create(store, caller, 3, { webhookUrl }), await create(store, caller, 1)]
    assert.equal(await store.batches.redeliver(stopped.id, NOW), 'not_ended')
    await store.batches.stop(stopped.id, NOW)
    await store.batches.stop(silent.id, NOW)
    assert.deepEqual(await store.batches.claimDeliveries(SLOTS, lease()), [{ batchId: stopped.id, attempt: 1 }])
    assert.equal(await store.batches.redeliver(silent.id, NOW), 'no_webhook')
    assert.equal(await store.batches.redeliver(newId(), NOW), 'no_webhook')
  })
  check('a webhook is delivered again once a minute, and not without its results', async (store) => {
    const caller = await createCaller(store)
    const batch = await create(store, caller, 1, { webhookUrl })
    await store.batches.stop(batch.id, NOW)
    assert.equal(await store.batches.redeliver(batch.id, NOW), 'due')
    assert.deepEqual(await store.batches.redeliver(batch.id, NOW + 1), { retryAfterMs: REDELIVERY_PAUSE_MS - 1 })
    assert.equal(await store.batches.redeliver(batch.id, NOW + REDELIVERY_PAUSE_MS), 'due')
    // A clock that was ahead does not lock the batch.
    assert.equal(await store.batches.redeliver(batch.id, NOW - MINUTE), 'due')
    await store.batches.forget({ resultsMs: 0, recordsMs: DAY, idempotencyMs: MINUTE }, NOW + 1)
    assert.equal(await store.batches.redeliver(batch.id, NOW + 10 * MINUTE), 'results_expired')
  })

  check(
    'attempts have slots: of an origin, and of a workspace; a slot is free when the attempt or its lease ends',
    async (store) => {
      const slots: DeliverySlots = { total: 10, perWorkspace: 4, perOrigin: 2 }
      const [attacker, victim] = [await createCaller(store), await createCaller(store)]
      const end = async (caller: Caller, url: string, nowMs: number): Promise<string> => {
        const { id } = await create(store, caller, 1, { webhookUrl: url })
        await store.batches.stop(id, nowMs)
        return id
      }
      const dead = await Promise.all([0, 1, 2, 3, 4].map(() => end(attacker, 'https://dead.example/hook', NOW)))
      for (const port of [1, 2, 3]) await end(attacker, `https://dead.example:${port}/hook`, NOW + 1)
      const shared = await end(victim, 'https://dead.example/other', NOW + 2)
      const own = await end(victim, 'https://victim.example/hook', NOW + 3)
      const at = (nowMs: number) => store.batches.claimDeliveries(slots, lease(nowMs, 20 * SECOND))
      const first = (await at(NOW + 10)).map(({ batchId }) => batchId)
      assert.equal(first.filter((id) => id !== own && id !== shared).length, slots.perWorkspace)
      assert.equal(first.filter((id) => dead.includes(id) || id === shared).length, slots.perOrigin)
      assert.ok(first.includes(own))
      assert.deepEqual(await at(NOW + 11), [])
      const sent = first.find((id) => dead.includes(id)) ?? ''
      await store.batches.endAttempt({ batchId: sent, attempt: 1 }, { ok: true, status: 200 }, NOW + 12)
      assert.ok((await at(NOW + 13)).length > 0)
      assert.ok((await at(NOW + 10 + 20 * SECOND)).some(({ batchId }) => batchId === own))
      const few = await store.batches.claimDeliveries({ ...slots, total: 0 }, lease(NOW + MINUTE))
      assert.deepEqual(few, [])
    },
  )
}

function checkStorage(check: Check): void {
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
    const total = inputBytes.reduce((sum, bytes) => sum + bytes)
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
    assert.equal(await usedBy(store, one, 'test'), 2)
    await store.batches.forget({ resultsMs: 0, recordsMs: DAY, idempotencyMs: MINUTE }, NOW + 1)
    assert.deepEqual([await usedBy(store, one), await usedBy(store, one, 'test')], [0, 2])
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
