// Takes more than 20 seconds: the server is killed and waited for many times, and calls reach their deadline.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Claim } from '../../adapters/store/batches.ts'
import { CALL_MS } from '../../adapters/store/drivers/postgres-pool.ts'
import type { Key } from '../../adapters/store/keys.ts'
import type { Reservation } from '../../adapters/store/ledger.ts'
import { openPostgresStore } from '../../adapters/store/open/open-postgres-store.ts'
import { StoreError } from '../../adapters/store/store-error.ts'
import type { Store } from '../../adapters/store/store.ts'
import { ALL_DAYS, NOW } from '../contract/store-caller.ts'
import { describePostgres } from '../support/postgres-server.ts'
import { TcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/wait.ts'

const UNAVAILABLE = { name: 'StoreError', code: 'unavailable' }

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

function settle({ store, key }: Caller, reservation: Reservation, chargeId: string, isUnanswered = false) {
  return store.ledger.settle(reservation, { chargeId, keyId: key.id, record: 'product', credits: 5, isUnanswered })
}

async function createBatch({ store, key, workspaceId }: Caller, items: number): Promise<string> {
  const id = randomUUID()
  const facts = { workspaceId, keyId: key.id, mode: 'live', endpoint: 'market.product', createdAtMs: NOW } as const
  const inputs = Array.from({ length: items }, (_, index) => `{"n":${index}}`)
  const more = { sealedSecret: 's', webhookUrl: null, idempotency: null, maxPending: 10_000 }
  await store.batches.create({ ...facts, ...more, id, inputs })
  return id
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

/** Settles a charge. If the call was refused, settles it with a new reservation. */
async function settleOnce(caller: Caller, chargeId: string): Promise<void> {
  await insist(async () => settle(caller, await reserve(caller), chargeId))
}

describePostgres('faults of PostgreSQL', [], (server) => {
  const withCaller = async (run: (caller: Caller, schema: string) => Promise<void>, port = server.port) => {
    const schema = `t${randomUUID().replaceAll('-', '')}`
    const url = (await server.createSchema(schema)).replace(`:${server.port}/`, `:${port}/`)
    const store = await openPostgresStore({ url, epochMs: () => NOW })
    try {
      const { id: workspaceId } = await store.workspaces.create({ name: 'First', payAsYouGo: true })
      const { key, fullKey } = await store.keys.create(workspaceId, { mode: 'live', name: 'main' })
      await run({ store, key, fullKey, workspaceId }, schema)
    } finally {
      await store.close()
      await server.removeSchema(schema)
    }
  }

  test('the server is killed ten times under load: each item has one result, each charge is written once', () =>
    withCaller(async (caller) => {
      const { store } = caller
      const id = await createBatch(caller, 700)
      const { claims } = await store.batches.claimRun(
        { mode: 'live', intervalMs: 0, maxItems: 1000 },
        { nowMs: NOW, leaseMs: 60_000 },
      )
      assert.equal(claims.length, 700)
      // Two workers work on each item, as after the end of a lease.
      const work = [...claims, ...claims].toSorted((a, b) => a.index - b.index)
      const commit = async (claim: Claim): Promise<void> => {
        await insist(async () => {
          const reservation = await reserve(caller)
          await store.batches.commit(
            { ...claim, isOk: true, credits: 5, json: JSON.stringify(claim), reservation },
            NOW,
          )
        })
        await settleOnce(caller, `request-${claim.index}`)
      }
      let next = 0
      const workers = Array.from({ length: 40 }, async () => {
        for (let item = work[next++]; item !== undefined; item = work[next++]) await commit(item)
      })
      const over = new AbortController()
      const kill = async (): Promise<void> => {
        for (let kills = 1; kills <= 10; kills++) {
          while (next < (work.length * kills) / 11 && !over.signal.aborted) await sleep(1)
          if (over.signal.aborted) return
          await server.kill()
          await sleep(Math.random() * 200)
          await server.start()
        }
      }
      const killing = kill()
      try {
        await Promise.all(workers)
      } finally {
        over.abort()
        await killing
      }
      const { status, successCount, creditsCharged } = (await store.batches.find(id))?.progress ?? {}
      assert.deepEqual([status, successCount, creditsCharged], ['complete', 700, 3500])
      const indexes: number[] = []
      for await (const json of store.batches.results(id)) indexes.push((JSON.parse(json) as Claim).index)
      assert.deepEqual(
        indexes.toSorted((a, b) => a - b),
        Array.from({ length: 700 }, (_, index) => index),
      )
      assert.deepEqual(await readUsage(caller), [1400, 7000])
      assert.deepEqual(await store.ledger.check(), { charges: 1400, credits: 7000, differences: [] })
      // No reservation is left.
      await store.workspaces.update(caller.workspaceId, { payAsYouGo: false, spendingCap: 7005 })
    }))

  test('a charge whose answer was lost between commit and answer is written once', async (t) => {
    const proxy = await TcpProxy.start(server.port)
    t.after(() => proxy.end())
    await withCaller(async (caller, schema) => {
      const count = async (): Promise<number> =>
        Number((await server.ask(`SELECT count(*) AS count FROM ${schema}.ledger`))[0]?.['count'])
      for (let round = 0; round < 5; round++) {
        const reservations = await Promise.all(Array.from({ length: 20 }, () => reserve(caller)))
        const before = await count()
        // What is on its way is written, and its answers are dropped from some moment on.
        const settled = reservations.map((reservation, index) => settle(caller, reservation, `${round} ${index}`))
        await sleep(round * 3)
        proxy.deaf = true
        await sleep(50)
        proxy.deaf = false
        proxy.cut()
        const outcomes = await Promise.all(settled)
        assert.ok(outcomes.every((outcome) => outcome === 'charged' || outcome === 'already_charged'))
        assert.equal(await count(), before + 20)
      }
      assert.deepEqual(await readUsage(caller), [100, 500])
      assert.deepEqual(await caller.store.ledger.check(), { charges: 100, credits: 500, differences: [] })
    }, proxy.port)
  })

  test('a server that is silent is waited for 5 seconds at most; an unanswered charge of unknown outcome is voided', async (t) => {
    const proxy = await TcpProxy.start(server.port)
    t.after(() => proxy.end())
    await withCaller(async (caller) => {
      const reservation = await reserve(caller)
      proxy.silence()
      const startMs = performance.now()
      await assert.rejects(settle(caller, reservation, 'lost', true), UNAVAILABLE)
      assert.ok(performance.now() - startMs < CALL_MS + 3000)
      proxy.cut()
      await until(() => caller.store.ledger.unansweredCredits() === 0, 'the charge is voided')
      assert.deepEqual(await caller.store.ledger.check(), { charges: 0, credits: 0, differences: [] })
      assert.equal(await settle(caller, await reserve(caller), 'next'), 'charged')
    }, proxy.port)
  })

  test('a transaction that others end, or that can not be serialized, is tried again', () =>
    withCaller(async (caller, schema) => {
      const settled = Array.from({ length: 200 }, async (_, index) => settleOnce(caller, String(index)))
      const over = new AbortController()
      const disturb = async (): Promise<void> => {
        const own = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'shelfmark' AND random() < 0.2`
        while (!over.signal.aborted) {
          await server.ask(own)
          await sleep(20)
        }
      }
      const disturbing = disturb()
      await Promise.all(settled)
      over.abort()
      await disturbing
      assert.deepEqual(await caller.store.ledger.check(), { charges: 200, credits: 1000, differences: [] })
      assert.ok(schema.length > 0)
    }))

  test('what nobody waits for is done again when the server has lost it: no credits stay reserved, no answer gets free', () =>
    withCaller(async (caller, schema) => {
      const tables = ['reservations', 'unanswered', 'voids'].map((table) => `SELECT 1 FROM ${schema}.${table}`)
      const isRight = async (): Promise<boolean> => (await server.ask(tables.join(' UNION ALL '))).length === 0
      for (let round = 0; round < 3; round++) {
        const [settled, released] = [await reserve(caller), await reserve(caller)]
        await settle(caller, settled, `round ${round}`, true)
        // In the moment after, they are not on disk.
        caller.store.ledger.confirm({ workspaceId: caller.workspaceId, chargeId: `round ${round}`, atMs: NOW })
        await caller.store.ledger.release(released)
        await until(isRight, 'both are done')
        await server.kill()
        await server.start()
        await until(isRight, 'both are done again')
      }
      await caller.store.close()
      assert.ok(await isRight())
      assert.deepEqual((await server.ask(`SELECT count(*) AS count FROM ${schema}.ledger`))[0], { count: '3' })
    }))

  test('a reservation that the server has lost: its request is charged once, within the spending cap', () =>
    withCaller(async (caller, schema) => {
      const { store, workspaceId } = caller
      const lose = (): Promise<unknown> => server.ask(`DELETE FROM ${schema}.reservations`)
      const reservation = await reserve(caller)
      await lose()
      assert.equal(await settle(caller, reservation, 'lost'), 'charged')
      assert.equal(await settle(caller, reservation, 'lost'), 'already_charged')
      await assert.rejects(settle(caller, reservation, 'another'), { code: 'reservation_closed' })

      await store.workspaces.update(workspaceId, { payAsYouGo: false, spendingCap: 10 })
      const late = await reserve(caller)
      await lose()
      assert.equal(await settle(caller, await reserve(caller), 'in time'), 'charged')
      await assert.rejects(settle(caller, late, 'late'), { code: 'reservation_closed' })
      assert.deepEqual(await store.ledger.check(), { charges: 2, credits: 10, differences: [] })
    }))

  test('while the server is down, calls are refused in time; then they work again, and keys are known meanwhile', () =>
    withCaller(async (caller) => {
      assert.equal(typeof (await caller.store.keys.authenticate(caller.fullKey)), 'object')
      const reservation = await reserve(caller)
      await server.kill()
      try {
        await assert.rejects(settle(caller, reservation, 'down'), UNAVAILABLE)
      } finally {
        await server.start()
      }
      assert.equal(await insist(async () => settle(caller, await reserve(caller), 'up')), 'charged')
      assert.deepEqual(await caller.store.ledger.check(), { charges: 1, credits: 5, differences: [] })
    }))

  test('a store does not open if the server is down or refuses the password, and says so', async () => {
    const none = 'postgres://postgres@127.0.0.1:1/postgres'
    await assert.rejects(openPostgresStore({ url: none }), { ...UNAVAILABLE, message: /ECONNREFUSED/ })
    const wrong = server.url.replace('//postgres@', '//nobody:secret@')
    await assert.rejects(openPostgresStore({ url: wrong }), (error: StoreError) => {
      assert.equal(error.code, 'unavailable')
      assert.ok(!error.message.includes('secret'))
      return true
    })
  })
})
