// Takes more than 20 seconds: its faults last longer than the time limits of calls, which are seconds: a frozen, a full, a killed and a silent Redis.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Claim, Run } from '../../adapters/store/batches.ts'
import { connectRedis } from '../../adapters/store/redis/connect-redis.ts'
import { CHECK_WAIT_MS, WAIT_MS } from '../../adapters/store/redis/connection.ts'
import { openRedisStore, type RedisStoreOptions } from '../../adapters/store/redis/open-redis-store.ts'
import { RedisLimiter } from '../../adapters/store/redis/redis-limiter.ts'
import { StoreError } from '../../adapters/store/store-error.ts'
import type { Key } from '../../adapters/store/keys.ts'
import type { Reservation } from '../../adapters/store/ledger.ts'
import type { Store } from '../../adapters/store/store.ts'
import { findFreePort } from '../../bench/service/processes.ts'
import { PLANS } from '../../core/policy/index.ts'
import { describeRedis, RedisServer } from '../support/redis-server.ts'
import { TcpProxy } from '../support/tcp-proxy.ts'
import { inTime, until } from '../support/wait.ts'

const NOW = Date.parse('2026-03-15T12:00:00Z')
const ALL_DAYS = { from: '2000-01-01', to: '2999-12-31' }
const UNAVAILABLE = { name: 'StoreError', code: 'unavailable' }
const CONNECTION_REFUSED = { ...UNAVAILABLE, message: /ECONNREFUSED/ }
const OUT_OF_MEMORY = { ...UNAVAILABLE, message: /OOM/ }

interface Caller {
  readonly store: Store
  readonly key: Key
  readonly fullKey: string
  readonly workspaceId: string
}

async function reserve({ store, workspaceId }: Caller): Promise<Reservation> {
  const reservation = await store.ledger.reserve(workspaceId, 5, NOW)
  assert.ok(reservation !== 'insufficient_credits', 'not enough credits')
  return reservation
}

function settle({ store, key }: Caller, reservation: Reservation, chargeId: string) {
  return store.ledger.settle(reservation, { chargeId, keyId: key.id, record: 'product', credits: 5 })
}

async function createBatch({ store, key, workspaceId }: Caller, items: number): Promise<string> {
  const id = randomUUID()
  const facts = { workspaceId, keyId: key.id, mode: 'live', endpoint: 'market.product', createdAtMs: NOW } as const
  const inputs = Array.from({ length: items }, (_, index) => `{"n":${index}}`)
  await store.batches.create({
    ...facts,
    id,
    sealedSecret: 's',
    webhookUrl: null,
    inputs,
    idempotency: null,
    maxPending: 10_000,
  })
  return id
}

/** A run of live items, which is due at any time. */
function run(maxItems: number): Run {
  return { mode: 'live', intervalMs: 0, maxItems }
}

async function readUsage({ store, workspaceId }: Caller): Promise<readonly [number, number]> {
  const rows = await store.ledger.usage(workspaceId, ALL_DAYS)
  return [rows.reduce((sum, { charges }) => sum + charges, 0), rows.reduce((sum, { credits }) => sum + credits, 0)]
}

/** Repeats a call until the store is available. */
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
    const store = await openRedisStore({
      url: server.url,
      prefix: randomUUID(),
      epochMs: () => NOW,
      clock: 'caller',
      ...options,
    })
    const { id: workspaceId } = await store.workspaces.create({ name: 'First', payAsYouGo: true })
    const { key, fullKey } = await store.keys.create(workspaceId, { mode: 'live', name: 'main' })
    try {
      await run({ store, key, fullKey, workspaceId })
    } finally {
      await store.close()
    }
  }

  test('the server is killed at any time: each item has one result, each charge is written once', () =>
    withCaller(async (caller) => {
      const { store } = caller
      const batches = [await createBatch(caller, 400), await createBatch(caller, 300)]
      const { claims } = await store.batches.claimRun(run(1000), { nowMs: NOW, leaseMs: 60_000 })
      assert.equal(claims.length, 700)
      // Two workers work on each item, as after the end of a lease.
      const work = [...claims, ...claims].toSorted((a, b) => a.index - b.index)
      const settled: string[] = []
      const commit = async (claim: Claim) => {
        const reservation = await insist(() => reserve(caller))
        const result = { ...claim, isOk: true, credits: 5, json: JSON.stringify(claim), reservation }
        await insist(() => store.batches.commit(result, NOW))
        const chargeId = `${claim.batchId}-${claim.index}`
        const other = await insist(() => reserve(caller))
        await insist(() => settleOnce(caller, other, chargeId))
        settled.push(chargeId)
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
      assert.equal(new Set(settled).size, 700)
      assert.deepEqual(await readUsage(caller), [1400, 7000])
      assert.deepEqual(await store.ledger.check(), { charges: 1400, credits: 7000, differences: [] })
    }))

  /** Settles a charge. If the call was refused, settles it with a new reservation. */
  async function settleOnce(caller: Caller, reservation: Reservation, chargeId: string): Promise<void> {
    try {
      await settle(caller, reservation, chargeId)
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'reservation_closed') throw error
      // The refused call released the reservation.
      await settle(caller, await reserve(caller), chargeId)
    }
  }

  test('a frozen server is waited for 5 seconds, and runs no refused call when it continues', () =>
    withCaller(async (caller) => {
      const { store, fullKey, workspaceId } = caller
      const reservations = await Promise.all(Array.from({ length: 20 }, () => reserve(caller)))
      const claimedId = await createBatch(caller, 1)
      const {
        claims: [claim],
      } = await store.batches.claimRun(run(10), { nowMs: NOW, leaseMs: 60_000 })
      assert.ok(claim, 'nothing was claimed')
      const result = { ...claim, isOk: true, credits: 5, json: '{}', reservation: await reserve(caller) }
      const batchId = await createBatch(caller, 1)
      await server.freeze()
      const start = performance.now()
      const asked = [
        ...reservations.map((reservation, index) => settle(caller, reservation, String(index))),
        store.keys.authenticate(fullKey),
        store.batches.find(batchId),
        store.workspaces.create({ name: 'late' }),
        store.batches.stop(batchId, NOW),
        store.batches.commit(result, NOW),
        reserve(caller),
      ]
      const outcomes = await inTime(Promise.allSettled(asked), 'all calls are refused')
      const waitedMs = performance.now() - start
      server.thaw()
      for (const outcome of outcomes) {
        assert.equal(outcome.status, 'rejected')
        assert.equal((outcome.reason as StoreError).code, 'unavailable')
      }
      assert.ok(waitedMs > 4000, `waited ${Math.round(waitedMs)} ms`)
      await insist(() => store.workspaces.list())
      await sleep(100)
      assert.deepEqual(await readUsage(caller), [0, 0])
      assert.equal((await store.workspaces.list()).length, 1)
      assert.equal((await store.batches.find(batchId))?.progress.status, 'pending')
      assert.equal((await store.batches.find(claimedId))?.progress.processedCount, 0)
      await store.workspaces.update(workspaceId, { payAsYouGo: false })
      assert.equal(await settle(caller, await reserve(caller), '0'), 'charged')
      // All reservations from before were released.
      const rest = await store.ledger.reserve(workspaceId, 4995, NOW)
      assert.ok(rest !== 'insufficient_credits', 'some are still reserved')
    }))

  test('a frozen server is waited for 2 seconds by the checks of keys and limits', () =>
    withCaller(async (caller) => {
      assert.ok(CHECK_WAIT_MS < 2000 && CHECK_WAIT_MS < WAIT_MS)
      const redis = connectRedis(server.url)
      const limiter = new RedisLimiter({ redis, prefix: randomUUID() })
      await limiter.admit('k', PLANS.free, NOW)
      const reservation = await reserve(caller)
      await server.freeze()
      try {
        const order: string[] = []
        const note = (name: string, call: Promise<unknown>): Promise<unknown> =>
          assert.rejects(call, { code: 'unavailable' }).then(() => order.push(name))
        const asked = [
          note('charge', settle(caller, reservation, 'a')),
          note('check', caller.store.keys.authenticate(caller.fullKey)),
          note('check', limiter.admit('k', PLANS.free, NOW)),
        ]
        await inTime(Promise.all(asked), 'all calls are refused')
        assert.deepEqual(order, ['check', 'check', 'charge'])
      } finally {
        server.thaw()
        redis.disconnect()
      }
    }))

  test('short pauses and cut connections are waited for: each charge is written once', () =>
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
      // If an answer was lost, the second run found the charge.
      assert.deepEqual(new Set([...outcomes, 'charged', 'already_charged']).size, 2)
      assert.deepEqual(await readUsage(caller), [300, 1500])
    }))

  test('a charge whose answer was lost is written once', async (t) => {
    const proxy = await TcpProxy.start(server.port)
    const prefix = randomUUID()
    const direct = await openRedisStore({ url: server.url, prefix, epochMs: () => NOW, clock: 'caller' })
    t.after(async () => {
      await direct.close()
      proxy.end()
    })
    await withCaller(
      async (caller) => {
        // In the first round, the server does not know the scripts: only the second attempt writes.
        for (let round = 0; round < 5; round++) {
          const reservations = await Promise.all(Array.from({ length: 20 }, () => reserve(caller)))
          const batchId = await createBatch(caller, 1)
          const {
            claims: [claim],
          } = await caller.store.batches.claimRun(run(1), { nowMs: NOW, leaseMs: 60_000 })
          assert.ok(claim)
          assert.deepEqual([claim.batchId, claim.index], [batchId, 0])
          const result = { ...claim, isOk: true, credits: 5, json: '{}', reservation: await reserve(caller) }
          proxy.deaf = true
          const settled = reservations.map((reservation, index) => settle(caller, reservation, `${round} ${index}`))
          const committed = caller.store.batches.commit(result, NOW)
          // The server has written all of it, or (in the first round) refused unknown scripts.
          const written = async () => (await readUsage({ ...caller, store: direct }))[0] >= 21 * round + 21
          if (round === 0) await sleep(100)
          else await until(written, 'the charges of the round')
          proxy.deaf = false
          proxy.cut()
          const outcomes = new Set([...(await Promise.all(settled)), await committed])
          if (round > 0) assert.deepEqual(outcomes, new Set(['already_charged', 'already_committed']))
          assert.equal((await caller.store.batches.find(batchId))?.progress.creditsCharged, 5)
        }
        assert.deepEqual(await readUsage(caller), [105, 525])
      },
      { url: `redis://127.0.0.1:${proxy.port}`, prefix },
    )
  })

  test('a silent connection is replaced', async (t) => {
    const proxy = await TcpProxy.start(server.port)
    t.after(() => proxy.end())
    await withCaller(
      async (caller) => {
        const reservation = await reserve(caller)
        proxy.silence()
        await inTime(assert.rejects(settle(caller, reservation, 'a'), UNAVAILABLE), 'the call is refused')
        await inTime(
          insist(() => reserve(caller)),
          'the connection is replaced',
        )
        proxy.silence()
        // Each of these calls is shorter than the silence after which a connection is replaced.
        await inTime(
          insist(() => caller.store.keys.authenticate(caller.fullKey)),
          'the connection is replaced again',
        )
      },
      { url: `redis://127.0.0.1:${proxy.port}` },
    )
  })

  test('while a server is down for long, calls are refused at once; then they work again', () =>
    withCaller(async (caller) => {
      const { store, fullKey } = caller
      const reservation = await reserve(caller)
      await server.kill()
      await inTime(assert.rejects(settle(caller, reservation, 'a'), UNAVAILABLE), 'the first call is refused')
      await sleep(500)
      // A call that waited would be refused because of its time.
      await assert.rejects(store.keys.authenticate(fullKey), CONNECTION_REFUSED)
      await assert.rejects(settle(caller, reservation, 'a'), CONNECTION_REFUSED)
      await assert.rejects(reserve(caller), CONNECTION_REFUSED)
      await server.start()
      assert.equal(typeof (await insist(() => store.keys.authenticate(fullKey))), 'object')
      assert.equal(await settle(caller, await reserve(caller), 'a'), 'charged')
    }))

  test('a full server refuses writes and applies no part of them; with more memory, they work again', () =>
    withCaller(async (caller) => {
      const { store, fullKey, workspaceId } = caller
      await store.workspaces.update(workspaceId, { payAsYouGo: false })
      const [first, second] = [await reserve(caller), await reserve(caller)]
      const batchId = await createBatch(caller, 2)
      const { claims } = await store.batches.claimRun(run(10), { nowMs: NOW, leaseMs: 60_000 })
      const claim = claims.find((one) => one.batchId === batchId)
      assert.ok(claim, 'nothing was claimed')
      await server.redis.config('SET', 'maxmemory', '1mb')
      try {
        // A call that waited would be refused because of its time.
        await assert.rejects(settle(caller, first, 'a'), OUT_OF_MEMORY)
        const result = { ...claim, isOk: true, credits: 5, json: '{}', reservation: second }
        await assert.rejects(store.batches.commit(result, NOW), OUT_OF_MEMORY)
        await assert.rejects(reserve(caller), OUT_OF_MEMORY)
        await assert.rejects(store.workspaces.create({ name: 'more' }), OUT_OF_MEMORY)
        await assert.rejects(createBatch(caller, 1000), OUT_OF_MEMORY)
        assert.equal(typeof (await store.keys.authenticate(fullKey)), 'object')
      } finally {
        await server.redis.config('SET', 'maxmemory', '0')
      }
      assert.deepEqual(await readUsage(caller), [0, 0])
      assert.equal((await store.batches.find(batchId))?.progress.processedCount, 0)
      assert.equal((await store.workspaces.list()).length, 1)
      // Both reservations were released: all credits of the month are free.
      const all = await store.ledger.reserve(workspaceId, 5000, NOW)
      assert.ok(all !== 'insufficient_credits', 'not enough credits')
      await store.ledger.release(all)
      const again = { ...claim, isOk: true, credits: 5, json: '{}', reservation: await reserve(caller) }
      assert.equal(await store.batches.commit(again, NOW), 'committed')
      assert.equal(await settle(caller, await reserve(caller), 'a'), 'charged')
      assert.deepEqual((await store.ledger.check()).differences, [])
    }))

  test('a flushed server is filled again, and loads the scripts again', () =>
    withCaller(async (caller) => {
      const { store, workspaceId, fullKey } = caller
      const reservation = await reserve(caller)
      const batchId = await createBatch(caller, 2)
      const {
        claims: [claim],
      } = await store.batches.claimRun(run(10), { nowMs: NOW, leaseMs: 60_000 })
      assert.ok(claim, 'nothing was claimed')
      await server.redis.script('FLUSH')
      assert.equal(await settle(caller, reservation, 'a'), 'charged')

      const open = await reserve(caller)
      await server.redis.flushall()
      assert.equal(await store.keys.authenticate(fullKey), 'unauthorized')
      await assert.rejects(settle(caller, open, 'b'), { code: 'reservation_closed' })
      await store.ledger.release(open)
      const result = { ...claim, isOk: true, credits: 5, json: '{}', reservation: open }
      assert.equal(await store.batches.commit(result, NOW), 'already_committed')
      assert.equal(await store.batches.find(batchId), null)
      await assert.rejects(store.ledger.reserve(workspaceId, 5, NOW), { code: 'unknown_workspace' })
      await assert.rejects(createBatch(caller, 1), { code: 'unknown_key' })

      const { id } = await store.workspaces.create({ name: 'Second' })
      const { key, fullKey: newKey } = await store.keys.create(id, { mode: 'live', name: 'main' })
      assert.equal(typeof (await store.keys.authenticate(newKey)), 'object')
      const second = { store, key, fullKey: newKey, workspaceId: id }
      assert.equal(await settle(second, await reserve(second), 'a'), 'charged')
      await createBatch(second, 1)
      const { claims } = await store.batches.claimRun(run(10), { nowMs: NOW, leaseMs: 1 })
      assert.equal(claims.length, 1)
      assert.deepEqual(await store.ledger.check(), { charges: 1, credits: 5, differences: [] })
    }))

  test('after a failover, calls go to the new primary: each charge is written once', async (t) => {
    const replica = new RedisServer([])
    const proxy = await TcpProxy.start(server.port)
    const proxied = connectRedis(`redis://127.0.0.1:${proxy.port}`)
    await replica.start()
    t.after(async () => {
      proxied.disconnect()
      proxy.end()
      await server.redis.replicaof('NO', 'ONE')
      await replica.end()
    })
    await withCaller(
      async (caller) => {
        const { store, fullKey } = caller
        const limiter = new RedisLimiter({ redis: proxied, prefix: randomUUID() })
        const reservation = await reserve(caller)
        const batchId = await createBatch(caller, 1)
        const {
          claims: [claim],
        } = await store.batches.claimRun(run(10), { nowMs: NOW, leaseMs: 60_000 })
        assert.ok(claim, 'nothing was claimed')
        const result = { ...claim, isOk: true, credits: 5, json: '{}', reservation: await reserve(caller) }
        await replica.redis.replicaof('127.0.0.1', server.port)
        while (!(await replica.redis.info('replication')).includes('master_link_status:up')) await sleep(10)
        while ((await server.redis.wait(1, 1000)) < 1) await sleep(10)

        // The old primary keeps its connections, and refuses to write on them.
        await replica.redis.replicaof('NO', 'ONE')
        await server.redis.replicaof('127.0.0.1', replica.port)
        proxy.target = replica.port
        const late = await Promise.all([
          store.keys.authenticate(fullKey),
          reserve(caller),
          settle(caller, reservation, 'a'),
          store.batches.commit(result, NOW),
          limiter.admit('k', PLANS.free, NOW),
        ])
        assert.deepEqual(
          late.map((outcome) => (typeof outcome === 'object' ? 'ok' : outcome)),
          ['ok', 'ok', 'charged', 'committed', 'ok'],
        )
        assert.equal((await store.batches.find(batchId))?.progress.status, 'complete')
        assert.deepEqual(await readUsage(caller), [2, 10])
        assert.deepEqual((await store.ledger.check()).differences, [])
        assert.match(await proxied.info('replication'), /role:master/)
      },
      { redis: proxied },
    )
  })

  test('a store does not open if the server is down or refuses the password', async () => {
    const nobody = `redis://127.0.0.1:${await findFreePort()}`
    const opened = Promise.allSettled([
      openRedisStore({ url: nobody }),
      openRedisStore({ url: server.url.replace('//', '//somebody:wrong@') }),
    ])
    const [away, locked] = await inTime(opened, 'both are refused')
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
