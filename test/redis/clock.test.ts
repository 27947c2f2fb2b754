import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import type { Claim } from '../../adapters/store/batches.ts'
import { openRedisStore } from '../../adapters/store/redis/open-redis-store.ts'
import type { Store } from '../../adapters/store/store.ts'
import { describeRedis } from '../support/redis-server.ts'

const DAY_MS = 86_400_000
const RUN = { mode: 'live', intervalMs: 3_600_000, maxItems: 10 } as const
const KEPT = { resultsMs: DAY_MS, recordsMs: DAY_MS, idempotencyMs: DAY_MS }
const WEBHOOK = 'https://example.com/hook'

describeRedis('clocks of processes on one Redis', ['--appendonly', 'no'], (server) => {
  /** A process whose clock can be set. */
  async function startProcess(t: TestContext, prefix: string) {
    const clock = { aheadMs: 0 }
    const epochMs = () => Date.now() + clock.aheadMs
    const store = await openRedisStore({ url: server.url, prefix, epochMs })
    t.after(() => store.close())
    return { store, clock, epochMs }
  }

  async function createBatch(store: Store, createdAtMs: number, idempotencyKey: string | null = null) {
    const { id: workspaceId } = await store.workspaces.create({ name: 'First', payAsYouGo: true })
    const { key, fullKey } = await store.keys.create(workspaceId, { mode: 'live', name: 'main' })
    const id = randomUUID()
    const created = await store.batches.create({
      id,
      workspaceId,
      keyId: key.id,
      mode: 'live',
      endpoint: 'market.product',
      createdAtMs,
      sealedSecret: 's',
      webhookUrl: WEBHOOK,
      inputs: ['{"n":0}', '{"n":1}'],
      idempotency: idempotencyKey === null ? null : { key: idempotencyKey, bodyHash: 'a' },
      maxPending: 10,
    })
    assert.ok(typeof created === 'object')
    return { id, workspaceId, fullKey, batch: created.batch }
  }

  test('a process whose clock is wrong refuses to work and says so, and works when it is right', async (t) => {
    const prefix = randomUUID()
    const [right, wrong] = [await startProcess(t, prefix), await startProcess(t, prefix)]
    const { id, workspaceId, fullKey } = await createBatch(right.store, right.epochMs())
    for (const aheadMs of [2 * DAY_MS, -60_000]) {
      wrong.clock.aheadMs = aheadMs
      const refused = {
        code: 'unavailable',
        message: aheadMs > 0 ? /clock.* 172800 s ahead of/ : /clock.* 60 s behind/,
      }
      const { batches, keys, ledger } = wrong.store
      const lease = { nowMs: wrong.epochMs(), leaseMs: 1000 }
      await assert.rejects(keys.authenticate(fullKey), refused)
      await assert.rejects(ledger.reserve(workspaceId, 5, wrong.epochMs()), refused)
      await assert.rejects(batches.claimRun(RUN, lease), refused)
      await assert.rejects(batches.reclaim('live', 10, lease), refused)
      await assert.rejects(batches.listOverdue(DAY_MS, wrong.epochMs()), refused)
      await assert.rejects(batches.stop(id, wrong.epochMs()), refused)
      await assert.rejects(ledger.closeMonths(wrong.epochMs()), refused)
      await assert.rejects(batches.forget(KEPT, wrong.epochMs()), refused)
      await assert.rejects(openRedisStore({ url: server.url, prefix, epochMs: wrong.epochMs }), refused)
      assert.equal((await right.store.batches.find(id))?.progress.status, 'pending')
    }
    wrong.clock.aheadMs = 2000
    assert.equal(typeof (await wrong.store.keys.authenticate(fullKey)), 'object')
    assert.equal((await wrong.store.batches.claimRun(RUN, { nowMs: wrong.epochMs(), leaseMs: 1000 })).claims.length, 2)
  })

  test('runs, leases, deliveries and idempotency keys are timed by the clock of Redis, whatever callers say', async (t) => {
    const { store, epochMs } = await startProcess(t, randomUUID())
    const before = epochMs()
    const { id, batch } = await createBatch(store, 7, 'order')
    assert.ok(Math.abs(batch.createdAtMs - before) < 3_600_000)
    const wrongTimes = [0, Number.MAX_SAFE_INTEGER]
    const claims: Claim[] = []
    for (const nowMs of wrongTimes) {
      claims.push(...(await store.batches.claimRun(RUN, { nowMs, leaseMs: 3_600_000 })).claims)
      assert.deepEqual(await store.batches.reclaim('live', 10, { nowMs, leaseMs: 3_600_000 }), [])
      const ageMs = await store.batches.runAgeMs('live', nowMs)
      assert.ok(ageMs !== null && ageMs >= 0 && ageMs < 3_600_000, `${ageMs} ms`)
    }
    assert.equal(claims.length, 2)
    const stopped = await store.batches.stop(id, Number.MAX_SAFE_INTEGER)
    assert.ok(Math.abs((stopped?.progress.completedAtMs ?? 0) - before) < 3_600_000)
    for (const expected of [1, 0]) {
      const due = await store.batches.claimDeliveries(
        { total: 10, perWorkspace: 10, perOrigin: 10 },
        { nowMs: wrongTimes[expected] ?? 0, leaseMs: 3_600_000 },
      )
      assert.equal(due.length, expected)
    }
    const attempt = { batchId: id, attempt: 1 }
    await store.batches.endAttempt(attempt, { ok: false, error: 'timeout' }, Number.MAX_SAFE_INTEGER)
    const { delivery } = (await store.batches.find(id)) ?? {}
    assert.ok(Math.abs((delivery?.nextAtMs ?? 0) - before) < 3_600_000, String(delivery?.nextAtMs))
    // Neither is old, whatever the caller's clock says.
    await store.batches.forget(KEPT, Date.UTC(2900, 0))
    assert.equal((await store.batches.find(id))?.hasResults, true)
    const { id: other } = await createBatch(store, 7)
    assert.deepEqual(await store.batches.listOverdue(DAY_MS, Date.UTC(2900, 0)), [])
    assert.deepEqual(await store.batches.listOverdue(-DAY_MS, 0), [other])
  })
})
