import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Claim } from '../adapters/store/batches.ts'
import { openRedisStore, type RedisStoreOptions } from '../adapters/store/redis/open-redis-store.ts'
import { StoreError } from '../adapters/store/store-error.ts'
import type { Key, Reservation, Store } from '../adapters/store/store.ts'
import { findFreePort } from '../bench/service/free-port.ts'
import { describeRedis } from './redis-server.ts'
import { TcpProxy } from './tcp-proxy.ts'

const NOW = Date.parse('2026-03-15T12:00:00Z')
const ALL_DAYS = { from: '2000-01-01', to: '2999-12-31' }
/** A server that does not answer is waited for 5 s; the machine may be slow. Unit: ms. */
const LONGEST_WAIT_MS = 7000

const UNAVAILABLE = { name: 'StoreError', code: 'unavailable' }

interface Caller {
  readonly store: Store
  readonly key: Key
  readonly fullKey: string
  readonly workspaceId: string
}

async function reserve({ store, workspaceId }: Caller): Promise<Reservation> {
  const reservation = await store.reserve(workspaceId, 5, NOW)
  assert.ok(reservation !== 'insufficient_credits', 'not enough credits')
  return reservation
}

function settle({ store, key }: Caller, reservation: Reservation, chargeId: string) {
  return store.settle(reservation, { chargeId, keyId: key.id, kind: 'product', credits: 5 })
}

async function createBatch({ store, key, workspaceId }: Caller, items: number): Promise<string> {
  const id = randomUUID()
  const facts = { workspaceId, keyId: key.id, kind: 'live', endpoint: 'market.product', createdAtMs: NOW } as const
  const inputs = Array.from({ length: items }, (_, index) => `{"n":${index}}`)
  await store.batches.create({ ...facts, id, sealedSecret: 's', webhookUrl: null, inputs, idempotency: null })
  return id
}

async function readUsage({ store, workspaceId }: Caller): Promise<readonly [number, number]> {
  const rows = await store.usage(workspaceId, ALL_DAYS)
  return [rows.reduce((sum, { charges }) => sum + charges, 0), rows.reduce((sum, { credits }) => sum + credits, 0)]
}

/** Does it until the store is there again. */
async function insist<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'unavailable') throw error
      await sleep(50)
    }
  }
}

describeRedis('faults of Redis', [], (server) => {
  const withCaller = async (run: (caller: Caller) => Promise<void>, options: Partial<RedisStoreOptions> = {}) => {
    const store = await openRedisStore({ url: server.url, prefix: randomUUID(), now: () => NOW, ...options })
    const { id: workspaceId } = await store.createWorkspace({ name: 'First', payAsYouGo: true })
    const { key, fullKey } = await store.createKey(workspaceId, { kind: 'live', name: 'main' })
    try {
      await run({ store, key, fullKey, workspaceId })
    } finally {
      await store.close()
    }
  }

  test('whenever the server is killed: each item has one result, each charge is written once', () =>
    withCaller(async (caller) => {
      const { store } = caller
      const batches = [await createBatch(caller, 400), await createBatch(caller, 300)]
      const claims = await store.batches.claimRun({ tick: 1, most: 1000 }, { nowMs: NOW, leaseMs: 60_000 })
      assert.equal(claims.length, 700)
      // Each item is done by two workers, as when a lease has ended.
      const work = [...claims, ...claims].toSorted((a, b) => a.index - b.index)
      const said: string[] = []
      const commit = async (claim: Claim) => {
        const reservation = await insist(() => reserve(caller))
        const result = { ...claim, isOk: true, credits: 5, json: JSON.stringify(claim), reservation }
        await insist(() => store.batches.commit(result, NOW))
        const chargeId = `${claim.batchId}-${claim.index}`
        const other = await insist(() => reserve(caller))
        await insist(() => settleOnce(caller, other, chargeId))
        said.push(chargeId)
      }
      let next = 0
      const workers = Array.from({ length: 40 }, async () => {
        for (let item = work[next++]; item !== undefined; item = work[next++]) await commit(item)
      })
      const kill = async () => {
        for (let kills = 1; kills <= 4; kills++) {
          while (next < (work.length * kills) / 5) await sleep(1)
          await server.kill()
          await sleep(Math.random() * 200)
          await server.start()
        }
      }
      await Promise.all([...workers, kill()])
      for (const [place, id] of batches.entries()) {
        const { status, successCount, creditsCharged } = (await store.batches.find(id))?.progress ?? {}
        const items = place === 0 ? 400 : 300
        assert.deepEqual([status, successCount, creditsCharged], ['complete', items, 5 * items])
        const indexes: number[] = []
        for await (const json of store.batches.results(id)) indexes.push((JSON.parse(json) as Claim).index)
        assert.deepEqual(
          indexes.toSorted((a, b) => a - b),
          Array.from({ length: items }, (_, index) => index),
        )
      }
      assert.equal(new Set(said).size, 700)
      assert.deepEqual(await readUsage(caller), [1400, 7000])
      assert.deepEqual(await store.checkLedger(), { charges: 1400, credits: 7000, differences: [] })
    }))

  /** A charge whose confirmation was lost is found written. */
  async function settleOnce(caller: Caller, reservation: Reservation, chargeId: string): Promise<void> {
    try {
      await settle(caller, reservation, chargeId)
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'reservation_closed') throw error
      // Released after a refusal: it takes another.
      await settle(caller, await reserve(caller), chargeId)
    }
  }

  test('a server that stands still is not waited for for ever, and finds nothing to do when it goes on', () =>
    withCaller(async (caller) => {
      const { store, fullKey, workspaceId } = caller
      const reservations = await Promise.all(Array.from({ length: 20 }, () => reserve(caller)))
      const batchId = await createBatch(caller, 1)
      await server.freeze()
      const start = performance.now()
      const asked = [
        ...reservations.map((reservation, index) => settle(caller, reservation, String(index))),
        store.authenticate(fullKey),
        store.batches.find(batchId),
        store.createWorkspace({ name: 'late' }),
        store.batches.stop(batchId, NOW),
      ]
      const outcomes = await Promise.allSettled(asked)
      const waitedMs = performance.now() - start
      server.thaw()
      for (const outcome of outcomes) {
        assert.equal(outcome.status, 'rejected')
        assert.equal((outcome.reason as StoreError).code, 'unavailable')
      }
      assert.ok(waitedMs > 4000 && waitedMs < LONGEST_WAIT_MS, `waited ${Math.round(waitedMs)} ms`)
      await insist(() => store.listWorkspaces())
      await sleep(100)
      assert.deepEqual(await readUsage(caller), [0, 0])
      assert.equal((await store.listWorkspaces()).length, 1)
      assert.equal((await store.batches.find(batchId))?.progress.status, 'pending')
      await store.updateWorkspace(workspaceId, { payAsYouGo: false })
      assert.equal(await settle(caller, await reserve(caller), '0'), 'charged')
      // What had been set aside before is given back.
      const rest = await store.reserve(workspaceId, 4995, NOW)
      assert.ok(rest !== 'insufficient_credits', 'some are held yet')
    }))

  test('a server that pauses, and connections that are cut, are waited for: each charge is written once', () =>
    withCaller(async (caller) => {
      const reservations = await Promise.all(Array.from({ length: 300 }, () => reserve(caller)))
      const pause = server.redis.client('PAUSE', 1500, 'ALL')
      const settled = reservations.map(async (reservation, index) => {
        await sleep(index * 10)
        return settle(caller, reservation, String(index))
      })
      await pause
      await sleep(1600)
      for (let cut = 0; cut < 10; cut++) {
        await server.redis.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
        await sleep(100)
      }
      const outcomes = await Promise.all(settled)
      // Of a charge whose confirmation was lost, the second says that it is there.
      assert.deepEqual(new Set([...outcomes, 'charged', 'already_charged']).size, 2)
      assert.deepEqual(await readUsage(caller), [300, 1500])
    }))

  test('charges whose confirmations were lost on the way are written once', async (t) => {
    const proxy = await TcpProxy.start(server.port)
    t.after(() => proxy.end())
    await withCaller(
      async (caller) => {
        // In the first round, the server does not know the scripts: only the second attempt does something.
        for (let round = 0; round < 5; round++) {
          const reservations = await Promise.all(Array.from({ length: 20 }, () => reserve(caller)))
          const batchId = await createBatch(caller, 1)
          const [claim] = await caller.store.batches.claimRun({ tick: round, most: 1 }, { nowMs: NOW, leaseMs: 60_000 })
          assert.deepEqual(claim, { batchId, index: 0 })
          const result = { ...claim, isOk: true, credits: 5, json: '{}', reservation: await reserve(caller) }
          proxy.deaf = true
          const settled = reservations.map((reservation, index) => settle(caller, reservation, `${round} ${index}`))
          const committed = caller.store.batches.commit(result, NOW)
          await sleep(100)
          proxy.deaf = false
          proxy.cut()
          const outcomes = new Set([...(await Promise.all(settled)), await committed])
          if (round > 0) assert.deepEqual(outcomes, new Set(['already_charged', 'already_committed']))
          assert.equal((await caller.store.batches.find(batchId))?.progress.creditsCharged, 5)
        }
        assert.deepEqual(await readUsage(caller), [105, 525])
      },
      { url: `redis://127.0.0.1:${proxy.port}` },
    )
  })

  test('a connection that went silent is replaced by another', async (t) => {
    const proxy = await TcpProxy.start(server.port)
    t.after(() => proxy.end())
    await withCaller(
      async (caller) => {
        const reservation = await reserve(caller)
        proxy.silence()
        const start = performance.now()
        await assert.rejects(settle(caller, reservation, 'a'), UNAVAILABLE)
        await insist(() => reserve(caller))
        const waitedMs = performance.now() - start
        assert.ok(waitedMs < LONGEST_WAIT_MS + 2000, `waited ${Math.round(waitedMs)} ms`)
      },
      { url: `redis://127.0.0.1:${proxy.port}` },
    )
  })

  test('while a server is away for long, everything is refused at once; then it goes on', () =>
    withCaller(async (caller) => {
      const { store, fullKey } = caller
      const reservation = await reserve(caller)
      await server.kill()
      const start = performance.now()
      await assert.rejects(settle(caller, reservation, 'a'), UNAVAILABLE)
      assert.ok(performance.now() - start < LONGEST_WAIT_MS, 'waited too long')
      await sleep(500)
      const late = performance.now()
      await assert.rejects(store.authenticate(fullKey), (error: StoreError) => {
        assert.equal(error.code, 'unavailable')
        assert.match(error.message, /ECONNREFUSED/)
        return true
      })
      await assert.rejects(settle(caller, reservation, 'a'), UNAVAILABLE)
      assert.ok(performance.now() - late < 200, 'somebody was made to wait')
      await server.start()
      assert.equal(typeof (await insist(() => store.authenticate(fullKey))), 'object')
      assert.equal(await settle(caller, await reserve(caller), 'a'), 'charged')
    }))

  test('a server whose memory is full refuses, has done nothing, and goes on when it has more', () =>
    withCaller(async (caller) => {
      const { store, fullKey, workspaceId } = caller
      await store.updateWorkspace(workspaceId, { payAsYouGo: false })
      const [first, second] = [await reserve(caller), await reserve(caller)]
      const batchId = await createBatch(caller, 2)
      const claims = await store.batches.claimRun({ tick: 1, most: 10 }, { nowMs: NOW, leaseMs: 60_000 })
      const claim = claims.find((one) => one.batchId === batchId)
      assert.ok(claim, 'nothing was claimed')
      await server.redis.config('SET', 'maxmemory', '1mb')
      try {
        const start = performance.now()
        await assert.rejects(settle(caller, first, 'a'), (error: StoreError) => {
          assert.equal(error.code, 'unavailable')
          assert.match(error.message, /OOM/)
          return true
        })
        const result = { ...claim, isOk: true, credits: 5, json: '{}', reservation: second }
        await assert.rejects(store.batches.commit(result, NOW), UNAVAILABLE)
        await assert.rejects(reserve(caller), UNAVAILABLE)
        await assert.rejects(store.createWorkspace({ name: 'more' }), UNAVAILABLE)
        await assert.rejects(createBatch(caller, 1000), UNAVAILABLE)
        assert.equal(typeof (await store.authenticate(fullKey)), 'object')
        assert.ok(performance.now() - start < 2000, 'somebody was made to wait')
      } finally {
        await server.redis.config('SET', 'maxmemory', '0')
      }
      assert.deepEqual(await readUsage(caller), [0, 0])
      assert.equal((await store.batches.find(batchId))?.progress.processedCount, 0)
      assert.equal((await store.listWorkspaces()).length, 1)
      // Both reservations were released: all of the month is there.
      const all = await store.reserve(workspaceId, 5000, NOW)
      assert.ok(all !== 'insufficient_credits', 'not enough credits')
      await store.release(all)
      const again = { ...claim, isOk: true, credits: 5, json: '{}', reservation: await reserve(caller) }
      assert.equal(await store.batches.commit(again, NOW), 'committed')
      assert.equal(await settle(caller, await reserve(caller), 'a'), 'charged')
      assert.deepEqual((await store.checkLedger()).differences, [])
    }))

  test('a server that was emptied, or forgot the scripts, is filled anew', () =>
    withCaller(async (caller) => {
      const { store, workspaceId, fullKey } = caller
      const reservation = await reserve(caller)
      const batchId = await createBatch(caller, 2)
      const [claim] = await store.batches.claimRun({ tick: 1, most: 10 }, { nowMs: NOW, leaseMs: 60_000 })
      assert.ok(claim, 'nothing was claimed')
      await server.redis.script('FLUSH')
      assert.equal(await settle(caller, reservation, 'a'), 'charged')

      const open = await reserve(caller)
      await server.redis.flushall()
      assert.equal(await store.authenticate(fullKey), 'unauthorized')
      await assert.rejects(settle(caller, open, 'b'), { code: 'reservation_closed' })
      await store.release(open)
      const result = { ...claim, isOk: true, credits: 5, json: '{}', reservation: open }
      assert.equal(await store.batches.commit(result, NOW), 'already_committed')
      assert.equal(await store.batches.find(batchId), null)
      await assert.rejects(store.reserve(workspaceId, 5, NOW), { code: 'unknown_workspace' })
      await assert.rejects(createBatch(caller, 1), { code: 'unknown_key' })

      const { id } = await store.createWorkspace({ name: 'Second' })
      const { key, fullKey: newKey } = await store.createKey(id, { kind: 'live', name: 'main' })
      assert.equal(typeof (await store.authenticate(newKey)), 'object')
      const second = { store, key, fullKey: newKey, workspaceId: id }
      assert.equal(await settle(second, await reserve(second), 'a'), 'charged')
      await createBatch(second, 1)
      assert.equal((await store.batches.claimRun({ tick: 1, most: 10 }, { nowMs: NOW, leaseMs: 1 })).length, 1)
      assert.deepEqual(await store.checkLedger(), { charges: 1, credits: 5, differences: [] })
    }))

  test('a server that is not there, or does not let in, is told of when the store is opened', async () => {
    const nobody = `redis://127.0.0.1:${await findFreePort()}`
    const start = performance.now()
    const [away, locked] = await Promise.allSettled([
      openRedisStore({ url: nobody }),
      openRedisStore({ url: server.url.replace('//', '//somebody:wrong@') }),
    ])
    assert.ok(performance.now() - start < LONGEST_WAIT_MS, 'waited too long')
    for (const [outcome, words] of [
      [away, /ECONNREFUSED/],
      [locked, /WRONGPASS/],
    ] as const) {
      assert.equal(outcome.status, 'rejected')
      const error = outcome.reason as StoreError
      assert.equal(error.code, 'unavailable')
      assert.match(error.message, words)
      assert.equal(JSON.stringify(error).includes('wrong'), false)
    }
  })
})
