import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Batch, Claim, Lease, NewBatch } from '../../adapters/store/batches.ts'
import type { CreatedKey } from '../../adapters/store/keys.ts'
import type { Reservation } from '../../adapters/store/ledger.ts'
import type { Store } from '../../adapters/store/store.ts'
import { BATCH_DEADLINE_MS, IDEMPOTENCY_MS } from '../../core/policy/index.ts'
import type { StoreData } from './store-contract.ts'

const NOW = Date.parse('2026-03-15T12:00:00Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
const ALL_DAYS = { from: '2000-01-01', to: '2999-12-31' }

type Check = (title: string, run: (store: Store, data: StoreData) => Promise<void>) => void

/** What every implementation of `Batches` does. Each test has its own data. The clock is an argument. */
export function batchesContract(name: string, createData: (now: () => number) => Promise<StoreData>): void {
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
  checkClaims(check)
  checkCommits(check)
  checkEnds(check)
  checkDeliveries(check)
}

let nextBatch = 0

function newId(): string {
  return `00000000-0000-4000-8000-${String(nextBatch++).padStart(12, '0')}`
}

type Caller = CreatedKey & { readonly workspaceId: string }

async function createCaller(store: Store): Promise<Caller> {
  const { id } = await store.workspaces.create({ name: 'First', payAsYouGo: true })
  return { ...(await store.keys.create(id, { kind: 'live', name: 'main' })), workspaceId: id }
}

function toNewBatch({ key, workspaceId }: Caller, items: number, more: Partial<NewBatch> = {}): NewBatch {
  return {
    id: newId(),
    workspaceId,
    keyId: key.id,
    kind: 'live',
    endpoint: 'market.product',
    createdAtMs: NOW,
    sealedSecret: 'plain:whsec_secret',
    webhookUrl: null,
    inputs: Array.from({ length: items }, (_, index) =>
      JSON.stringify({ query: `B0SHLF${String(index).padStart(4, '0')}` }),
    ),
    idempotency: null,
    ...more,
  }
}

async function create(store: Store, caller: Caller, items: number, more: Partial<NewBatch> = {}): Promise<Batch> {
  const created = await store.batches.create(toNewBatch(caller, items, more))
  assert.ok(created !== 'idempotency_conflict' && created.isNew)
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

let nextTick = 1
const claim = (store: Store, most = 100, at: Lease = lease()): Promise<Claim[]> =>
  store.batches.claimRun({ tick: nextTick++, maxItems: most }, at)

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
      kind: 'test',
      webhookUrl: 'https://example.com/',
    })
    const { inputs, idempotency, ...facts } = wanted
    assert.deepEqual([inputs.length, idempotency], [3, null])
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
    const batches = made.map((entry) => (entry === 'idempotency_conflict' ? null : entry))
    assert.equal(batches.filter((entry) => entry?.isNew === true).length, 1)
    assert.equal(new Set(batches.map((entry) => entry?.batch.id)).size, 1)
    assert.equal((await claim(store)).length, 2)
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

  check('a tick is claimed once', async (store) => {
    const caller = await createCaller(store)
    await create(store, caller, 10)
    const tick = nextTick + 5
    const runs = await Promise.all(
      Array.from({ length: 5 }, () => store.batches.claimRun({ tick, maxItems: 3 }, lease())),
    )
    assert.deepEqual(
      runs.map(({ length }) => length).toSorted((a, b) => b - a),
      [3, 0, 0, 0, 0],
    )
    assert.deepEqual(await store.batches.claimRun({ tick: tick - 1, maxItems: 3 }, lease()), [])
    assert.equal((await store.batches.claimRun({ tick: tick + 1, maxItems: 3 }, lease())).length, 3)
    nextTick = tick + 2
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
    const { workspaceId, keyId, kind, endpoint } = batch
    const input = '{"query":"B0SHLF0001","x":"„ü日\\u0000"}'
    assert.deepEqual(await store.batches.findItem(first), { workspaceId, keyId, kind, endpoint, input })
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
    assert.deepEqual(await store.batches.reclaim(10, lease(NOW + MINUTE - 1)), [])
    const late = await store.batches.reclaim(1, lease(NOW + MINUTE))
    const later = await store.batches.reclaim(10, lease(NOW + MINUTE))
    const byIndex = (left: Claim, right: Claim): number => left.index - right.index
    assert.deepEqual([late.length, later.length], [1, 1])
    assert.deepEqual([...late, ...later].toSorted(byIndex), open.toSorted(byIndex))
    assert.deepEqual(await store.batches.reclaim(10, lease(NOW + MINUTE)), [])
    assert.equal((await store.batches.reclaim(10, lease(NOW + 2 * MINUTE))).length, 2)
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
      ...(await store.keys.create(workspace.id, { kind: 'live', name: 'k' })),
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
    const caller = { ...(await store.keys.create(id, { kind: 'live', name: 'k' })), workspaceId: id }
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
    })
    const results = (await readResults(store, batch)).map((json) => JSON.parse(json) as unknown)
    assert.deepEqual(results.slice(1), [aborted(0), aborted(2), aborted(3)])
    assert.equal(await succeed(store, caller, a), 'already_committed')
    assert.deepEqual(await claim(store), [])
    assert.deepEqual(await store.batches.reclaim(10, lease(NOW + 10 * MINUTE)), [])
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
    assert.deepEqual(await store.batches.listOverdue(NOW), [])
    assert.deepEqual(await store.batches.listOverdue(NOW + BATCH_DEADLINE_MS), [open.id])
    await store.batches.stop(open.id, NOW)
    assert.deepEqual(await store.batches.listOverdue(NOW + BATCH_DEADLINE_MS), [])
  })

  check('old results are removed, and the record stays', async (store) => {
    const caller = await createCaller(store)
    const idempotency = { key: 'k', bodyHash: 'a' }
    const [old, recent] = [await create(store, caller, 1, { idempotency }), await create(store, caller, 1)]
    const claims = await claim(store)
    for (const one of claims) await fail(store, one, one.batchId === old.id ? NOW : NOW + MINUTE)
    const times = { endedBeforeMs: NOW + 1, usedBeforeMs: NOW + 1 }
    assert.equal(await store.batches.forget(times), 1)
    assert.equal(await store.batches.forget(times), 0)
    assert.deepEqual(await readResults(store, old), [])
    assert.equal((await readResults(store, recent)).length, 1)
    assert.equal((await find(store, old)).progress.processedCount, 1)
    const again = await store.batches.create(toNewBatch(caller, 1, { idempotency: { ...idempotency, bodyHash: 'b' } }))
    assert.ok(again !== 'idempotency_conflict' && again.isNew)
  })
}

function checkDeliveries(check: Check): void {
  const webhookUrl = 'https://example.com/hook'

  check('a webhook is due when its batch has ended, and is claimed by one caller at a time', async (store) => {
    const caller = await createCaller(store)
    const batch = await create(store, caller, 1, { webhookUrl })
    await create(store, caller, 1)
    assert.deepEqual(await store.batches.claimDeliveries(10, lease(NOW + MINUTE)), [])
    for (const one of await claim(store)) await fail(store, one, NOW + 5)
    assert.deepEqual(await store.batches.claimDeliveries(10, lease(NOW + 4)), [])
    const claims = await Promise.all(
      [1, 2, 3].map(() => store.batches.claimDeliveries(10, lease(NOW + 5, 20 * SECOND))),
    )
    assert.deepEqual(claims.flat(), [{ batchId: batch.id, attempt: 1 }])
    assert.deepEqual(await store.batches.claimDeliveries(10, lease(NOW + 20 * SECOND)), [])
    const late = await store.batches.claimDeliveries(10, lease(NOW + 5 + 20 * SECOND))
    assert.deepEqual(late, [{ batchId: batch.id, attempt: 1 }])
  })

  check('a delivery has six attempts, and its outcome is written', async (store) => {
    const caller = await createCaller(store)
    const batch = await create(store, caller, 1, { webhookUrl })
    for (const one of await claim(store)) await fail(store, one)
    let nowMs = NOW
    for (const [attempt, minutes] of [1, 2, 5, 15, 60].entries()) {
      const [claimed] = await store.batches.claimDeliveries(10, lease(nowMs))
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
      assert.deepEqual(await store.batches.claimDeliveries(10, lease(nowMs + minutes * MINUTE - 1)), [])
      nowMs += minutes * MINUTE
    }
    const [last] = await store.batches.claimDeliveries(10, lease(nowMs))
    assert.equal(last?.attempt, 6)
    await store.batches.endAttempt(last, { ok: false, error: 'timeout' }, nowMs)
    const failed = (await find(store, batch)).delivery
    assert.deepEqual(
      [failed?.status, failed?.attempts, failed?.nextAtMs, failed?.lastError],
      ['failed', 6, null, 'timeout'],
    )
    assert.deepEqual(await store.batches.claimDeliveries(10, lease(nowMs + 1000 * MINUTE)), [])

    assert.equal(await store.batches.redeliver(batch.id, nowMs), 'due')
    const [again] = await store.batches.claimDeliveries(10, lease(nowMs))
    assert.deepEqual(again, { batchId: batch.id, attempt: 1 })
    await store.batches.endAttempt(again, { ok: true, status: 200 }, nowMs + 3)
    const delivered = (await find(store, batch)).delivery
    assert.deepEqual(
      [delivered?.status, delivered?.attempts, delivered?.nextAtMs, delivered?.deliveredAtMs],
      ['delivered', 1, null, nowMs + 3],
    )
  })

  check('a stopped batch is delivered; a running batch and a batch without a webhook are not', async (store) => {
    const caller = await createCaller(store)
    const [stopped, silent] = [await create(store, caller, 3, { webhookUrl }), await create(store, caller, 1)]
    assert.equal(await store.batches.redeliver(stopped.id, NOW), 'not_ended')
    await store.batches.stop(stopped.id, NOW)
    await store.batches.stop(silent.id, NOW)
    assert.deepEqual(await store.batches.claimDeliveries(10, lease()), [{ batchId: stopped.id, attempt: 1 }])
    assert.equal(await store.batches.redeliver(silent.id, NOW), 'no_webhook')
    assert.equal(await store.batches.redeliver(newId(), NOW), 'no_webhook')
  })
}
