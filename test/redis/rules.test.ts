import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import * as fc from 'fast-check'
import type { NewBatch } from '../../adapters/store/batches.ts'
import { openRedisStore } from '../../adapters/store/redis/open-redis-store.ts'
import type { Key } from '../../adapters/store/keys.ts'
import type { Reservation } from '../../adapters/store/ledger.ts'
import type { Store } from '../../adapters/store/store.ts'
import { printAborted } from '../../core/contract/index.ts'
import {
  afterAttempt,
  allowanceOf,
  creditsLeft,
  redeliveryWaitMs,
  dealItems,
  dueRunMs,
  EMPTY_ACCOUNT,
  finishItem,
  isFuture,
  newBatchProgress,
  reserveCredits,
  settleCredits,
  startBatch,
  stopBatch,
  type Account,
  type PlanName,
  type Delivery,
} from '../../core/policy/index.ts'
import { describeRedis } from '../support/redis-server.ts'

const NOW = Date.parse('2026-03-15T12:00:00Z')
/** Runs of live items that are due at any time. */
const ALWAYS = { mode: 'live', intervalMs: 0 } as const

/** Each script decides as a function of `core/policy` does, for generated calls in any order. */
describeRedis('rules on Redis', ['--appendonly', 'no'], (server) => {
  let store: Store
  let prefix: string
  let key: Key

  before(async () => {
    store = await openStore()
  })
  after(() => store.close())

  /** Opens an empty store. */
  async function openStore(): Promise<Store> {
    prefix = randomUUID()
    const opened = await openRedisStore({ url: server.url, prefix, epochMs: () => NOW, clock: 'caller' })
    const { id } = await opened.workspaces.create({ name: 'First', payAsYouGo: true })
    key = (await opened.keys.create(id, { mode: 'live', name: 'main' })).key
    return opened
  }

  async function createBatch(inputs: readonly string[], webhookUrl: string | null = null, of = key): Promise<string> {
    const { id: keyId, workspaceId, mode } = of
    const facts = { workspaceId, keyId, mode, endpoint: 'market.product', createdAtMs: NOW } as const
    const batch: NewBatch = {
      ...facts,
      id: randomUUID(),
      sealedSecret: 's',
      webhookUrl,
      inputs,
      idempotency: null,
      maxPending: 1_000_000,
    }
    const created = await store.batches.create(batch)
    assert.ok(typeof created === 'object' && created.isNew, 'not created')
    return batch.id
  }

  test('reservations are granted as reserveCredits decides', async () => {
    const wanted = fc.oneof(fc.constantFrom(0, 1), fc.nat({ max: 3000 }), fc.nat({ max: 1_000_000 }))
    const custom = fc.option(fc.integer({ min: 200_000, max: 1_000_000_000 }))
    const cap = fc.option(fc.oneof(fc.nat({ max: 10_000 }), fc.nat({ max: 1_000_000 })))
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ what: fc.constant('reserve' as const), wanted, isRest: fc.boolean() }) },
      fc.record({ what: fc.constant('settle' as const), which: fc.nat({ max: 4 }), share: fc.nat({ max: 100 }) }),
      fc.record({ what: fc.constant('release' as const), which: fc.nat({ max: 4 }) }),
      fc.record({ what: fc.constant('plan' as const), plan, custom, payAsYouGo: fc.boolean(), spendingCap: cap }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        let workspace = await store.workspaces.create({ name: 'Any' })
        const { key } = await store.keys.create(workspace.id, { mode: 'live', name: 'k' })
        let account: Account = EMPTY_ACCOUNT
        const open: Reservation[] = []
        for (const [index, step] of steps.entries()) {
          if (step.what === 'plan') {
            const overrides = step.custom === null ? {} : { includedRequests: step.custom }
            workspace = await store.workspaces.update(workspace.id, { ...step, overrides })
          } else if (step.what === 'reserve') {
            const allowance = allowanceOf(workspace)
            const { wanted, isRest } = step
            // The credits that are left are the limit of what is granted.
            const left = creditsLeft(account, allowance)
            const credits = isRest ? Math.max(0, left + Math.min(wanted, 1)) : wanted
            const expected = reserveCredits(account, allowance, credits)
            const reservation = await store.ledger.reserve(workspace.id, credits, NOW)
            assert.equal(reservation === 'insufficient_credits', expected === 'insufficient_credits')
            if (reservation === 'insufficient_credits' || expected === 'insufficient_credits') continue
            account = expected
            assert.equal(reservation.leftCredits, creditsLeft(account, allowance))
            open.push(reservation)
          } else {
            const [reservation] = open.splice(step.which, 1)
            if (reservation === undefined) continue
            const credits = step.what === 'settle' ? Math.floor((reservation.credits * step.share) / 100) : 0
            account = settleCredits(account, reservation.credits, credits)
            const charge = { chargeId: String(index), keyId: key.id, record: 'product', credits } as const
            if (step.what === 'release') await store.ledger.release(reservation)
            else assert.equal(await store.ledger.settle(reservation, charge), 'charged')
          }
        }
        const kept = await server.redis.hmget(`${prefix}:workspace:${workspace.id}:account:2026-03`, 'used', 'reserved')
        assert.deepEqual(kept.map(Number), [account.usedCredits, account.reservedCredits])
        assert.equal(await server.redis.hlen(`${prefix}:workspace:${workspace.id}:reserved`), open.length)
      }),
      { numRuns: 50 },
    )
    assert.deepEqual((await store.ledger.check()).differences, [])
  })

  test('runs are dealt as dealItems decides', async () => {
    const step = fc.oneof(
      fc.record({
        items: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 40 })),
        of: fc.nat({ max: 2 }),
      }),
      fc.record({ most: fc.oneof(fc.nat({ max: 6 }), fc.nat({ max: 60 })) }),
      fc.record({ stopped: fc.nat({ max: 5 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        await store.close()
        store = await openStore()
        const keys = [key]
        for (let count = 1; count <= 2; count++) {
          const { id } = await store.workspaces.create({ name: String(count), payAsYouGo: true })
          keys.push((await store.keys.create(id, { mode: 'live', name: 'main' })).key)
        }
        const left = new Map<string, { total: number; dealt: number; workspaceId: string }>()
        let queue: readonly { readonly id: string; readonly batches: readonly string[] }[] = []
        for (const step of steps) {
          if ('items' in step) {
            const of = keys[step.of] ?? key
            const inputs = Array.from({ length: step.items }, (_, index) => String(index))
            const id = await createBatch(inputs, null, of)
            left.set(id, { total: step.items, dealt: 0, workspaceId: of.workspaceId })
            const known = queue.find((workspace) => workspace.id === of.workspaceId)
            queue =
              known === undefined
                ? [...queue, { id: of.workspaceId, batches: [id] }]
                : queue.map((one) => (one === known ? { ...one, batches: [...one.batches, id] } : one))
          } else if ('stopped' in step) {
            const id = [...left.keys()][step.stopped]
            if (id === undefined) continue
            await store.batches.stop(id, NOW)
            queue = queue
              .map((one) => ({ ...one, batches: one.batches.filter((waiting) => waiting !== id) }))
              .filter(({ batches }) => batches.length > 0)
          } else {
            const toWaiting = (id: string) => {
              const { total = 0, dealt = 0 } = left.get(id) ?? {}
              return { id, itemsLeft: total - dealt }
            }
            const waiting = queue.map(({ id, batches }) => ({ id, batches: batches.map(toWaiting) }))
            const expected = dealItems(waiting, step.most)
            const run = { ...ALWAYS, maxItems: step.most }
            const { claims } = await store.batches.claimRun(run, { nowMs: NOW, leaseMs: 1000 })
            const dealt = expected.shares.flatMap(({ id, count }) => {
              const known = left.get(id)
              assert.ok(known, 'dealt to an unknown batch')
              const from = known.dealt
              known.dealt += count
              return Array.from({ length: count }, (_, offset) => ({
                batchId: id,
                index: from + offset,
                workspaceId: known.workspaceId,
              }))
            })
            assert.deepEqual(claims, dealt)
            queue = expected.queue
          }
          const order = await server.redis.lrange(`${prefix}:waiting:live`, 0, -1)
          const batches = await Promise.all(
            order.map(async (id) => ({
              id,
              batches: await server.redis.lrange(`${prefix}:waiting:live:${id}`, 0, -1),
            })),
          )
          assert.deepEqual(batches, queue)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('runs are due as dueRunMs decides', async () => {
    const step = fc.record({
      pauseMs: fc.oneof(fc.integer({ min: -8000, max: 8000 }), fc.integer({ min: -200_000, max: 200_000 })),
      intervalMs: fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.constant(60_000)),
      isNew: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('live', 'test'), fc.array(step, { maxLength: 40 }), async (mode, steps) => {
        await store.close()
        store = await openStore()
        const { key: own } = await store.keys.create(key.workspaceId, { mode, name: 'own' })
        let [nowMs, lastMs, wasEmpty, waiting]: [number, number | null, boolean, number] = [NOW, null, false, 0]
        for (const { pauseMs, intervalMs, isNew } of steps) {
          nowMs += pauseMs
          if (isNew) await createBatch(['{}'], null, own)
          waiting += Number(isNew)
          const hasItems = waiting > 0
          const isWrong: boolean = lastMs !== null && isFuture(lastMs, nowMs)
          const dueMs: number | null = dueRunMs({ mode, lastMs, wasEmpty, hasItems, intervalMs }, nowMs)
          const run = { mode, intervalMs, maxItems: 1 } as const
          const { claims, aheadMs } = await store.batches.claimRun(run, { nowMs, leaseMs: 1000 })
          assert.equal(claims.length, dueMs !== null && hasItems ? 1 : 0)
          assert.equal(aheadMs, isWrong && lastMs !== null ? lastMs - nowMs : null)
          if (dueMs !== null) [lastMs, wasEmpty, waiting] = [dueMs, !hasItems, waiting - claims.length]
          assert.equal(await store.batches.runAgeMs(mode, nowMs), lastMs === null ? null : nowMs - lastMs)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('a batch progresses as startBatch, finishItem and stopBatch decide', async () => {
    const step = fc.record({
      what: fc.constantFrom('claim', 'finish', 'finish', 'finish', 'finish', 'stop'),
      index: fc.nat({ max: 6 }),
      isOk: fc.boolean(),
      credits: fc.nat({ max: 50 }),
      pauseMs: fc.nat({ max: 5 }),
    })
    // Time never goes back: a run at an earlier time than the last one is not due.
    let nowMs = NOW
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.array(step, { maxLength: 20 }), async (items, steps) => {
        await drainQueue(nowMs)
        const inputs = Array.from({ length: items }, (_, index) => `{"n":${index}}`)
        const id = await createBatch(inputs)
        let progress = newBatchProgress(items)
        const results: string[] = []
        const done = new Set<number>()
        for (const { what, index, isOk, credits, pauseMs } of steps) {
          nowMs += pauseMs
          if (what === 'claim') {
            const { claims } = await store.batches.claimRun({ ...ALWAYS, maxItems: 1 }, { nowMs, leaseMs: 1000 })
            if (claims.length > 0) progress = startBatch(progress, nowMs)
          } else if (what === 'stop') {
            const before = progress
            progress = stopBatch(progress, nowMs)
            const left = [...inputs.keys()].filter((place) => progress !== before && !done.has(place))
            for (const place of left) results.push(printAborted(place, inputs[place] ?? ''))
            await store.batches.stop(id, nowMs)
          } else {
            const isNew = index < items && !done.has(index) && progress.status !== 'failed'
            const reservation = await store.ledger.reserve(key.workspaceId, 50, NOW)
            assert.ok(reservation !== 'insufficient_credits', 'not enough credits')
            const result = { batchId: id, index, isOk, credits, json: `${index} ${nowMs}`, reservation }
            assert.equal(await store.batches.commit(result, nowMs), isNew ? 'committed' : 'already_committed')
            if (isNew) {
              done.add(index)
              results.push(result.json)
              progress = finishItem(progress, { isOk, credits }, nowMs)
            }
          }
          const batch = await store.batches.find(id)
          assert.deepEqual(batch?.progress, progress)
          const read: string[] = []
          for await (const json of store.batches.results(id)) read.push(json)
          assert.deepEqual(read, results)
        }
      }),
      { numRuns: 60 },
    )
    assert.deepEqual((await store.ledger.check()).differences, [])
  })

  async function drainQueue(nowMs: number): Promise<void> {
    await store.batches.claimRun({ ...ALWAYS, maxItems: 10_000 }, { nowMs, leaseMs: 1000 })
  }

  test('an aborted result from the script has the text of printAborted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 30 }), async (values) => {
        const inputs = values.map((value) => JSON.stringify(value))
        const id = await createBatch(inputs)
        await store.batches.stop(id, NOW)
        const read: string[] = []
        for await (const json of store.batches.results(id)) read.push(json)
        assert.deepEqual(
          read,
          inputs.map((input, index) => printAborted(index, input)),
        )
      }),
      { numRuns: 30 },
    )
  })

  test('a delivery progresses as afterAttempt decides', async () => {
    const step = fc.record({ outcome, pauseMs: fc.nat({ max: 3_600_000 }), again: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const id = await createBatch(['{}'], 'https://example.com/hook')
        await store.batches.stop(id, NOW)
        let expected: Delivery | null | undefined = (await store.batches.find(id))?.delivery
        assert.deepEqual(expected, {
          status: 'pending',
          attempts: 0,
          nextAtMs: NOW,
          lastError: null,
          deliveredAtMs: null,
        })
        let nowMs = NOW
        let redeliveredAtMs: number | null = null
        for (const { outcome, pauseMs, again } of steps) {
          nowMs += pauseMs
          assert.ok(expected, 'there is no delivery')
          const isDue: boolean = expected.nextAtMs !== null && expected.nextAtMs <= nowMs
          const claims = await store.batches.claimDeliveries(MANY_SLOTS, { nowMs, leaseMs: 10_000 })
          const claim = claims.find(({ batchId }) => batchId === id)
          assert.deepEqual(claim, isDue ? { batchId: id, attempt: expected.attempts + 1 } : undefined)
          if (claim !== undefined) {
            // Both have read the same state: the first write counts.
            const outcomes = [outcome, { ok: false, error: 'late' } as const]
            await Promise.all(outcomes.map((one) => store.batches.endAttempt(claim, one, nowMs)))
            expected = afterAttempt(expected, outcome, nowMs)
          } else if (again) {
            const retryAfterMs: number = redeliveryWaitMs(redeliveredAtMs, nowMs)
            const isWaiting: boolean = retryAfterMs > 0
            assert.deepEqual(await store.batches.redeliver(id, nowMs), isWaiting ? { retryAfterMs } : 'due')
            if (!isWaiting) {
              redeliveredAtMs = nowMs
              expected = { ...expected, status: 'pending', attempts: 0, nextAtMs: nowMs }
            }
          }
          assert.deepEqual((await store.batches.find(id))?.delivery, expected)
        }
      }),
      { numRuns: 40 },
    )
  })
})

const MANY_SLOTS = { total: 1000, perWorkspace: 1000, perOrigin: 1000 }
const plan = fc.constantFrom<PlanName>('free', 'vibe', 'pro', 'custom')
const outcome = fc.oneof(
  fc.constant({ ok: true, status: 200 } as const),
  fc.constantFrom('timeout', 'http 500').map((error) => ({ ok: false, error }) as const),
)
