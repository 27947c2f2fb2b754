import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createHousekeeping } from '../../adapters/work/housekeeping.ts'
import { startRunner, type RunnerDeps } from '../../adapters/work/runner.ts'
import type { Claim } from '../../adapters/store/batches.ts'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'
import { until } from '../support/wait.ts'

const START = Date.parse('2026-03-15T12:00:00Z')
const [SECOND, MINUTE, DAY] = [1000, 60_000, 86_400_000]

test('after a jump of the clock, nothing is stopped or deleted until the next look', async () => {
  let [nowMs, monotonicMs] = [START, 0]
  const deleted: number[] = []
  const closed: number[] = []
  const expired: number[] = []
  const forgotten: string[] = []
  const unreferenced: string[] = []
  const unaudited: number[] = []
  const untold: number[] = []
  const unlogged: number[] = []
  const unwatched: number[] = []
  const ended: number[] = []
  const warnings: unknown[] = []
  const round = createHousekeeping({
    store: {
      batches: {
        listOverdue: async () => [],
        stop: async () => null,
        forget: async ({ resultsMs }, atMs) => deleted.push(atMs - resultsMs),
      },
      workspaces: { list: async () => [] },
      ledger: {
        closeMonths: async (atMs) => closed.push(atMs),
        forgetKeys: async (atMs) => void expired.push(atMs),
        forgetReferences: async (day) => void unreferenced.push(day),
        usedCredits: async () => 0,
      },
      statistics: { forget: async (day) => void forgotten.push(day), read: async () => [] },
      audit: {
        begin: async () => true,
        end: async () => undefined,
        list: async () => ({ entries: [], next: null }),
        forget: async ({ beforeMs }) => void unaudited.push(beforeMs),
      },
      requestLog: { forget: async ({ beforeMs }) => void unlogged.push(beforeMs) },
      personSessions: { forget: async (atMs) => void ended.push(atMs) },
      outbox: { add: async () => true, forget: async (beforeMs) => void untold.push(beforeMs) },
      watches: { forget: async (atMs) => unwatched.push(atMs), readDrift: async () => new Map() },
    },
    settings: { resultsKeptMs: 7 * DAY, recordsKeptMs: 90 * DAY, requestLog: { keptMs: 3 * DAY, most: 10 } },
    sendsAlerts: false,
    log: {
      debug: () => undefined,
      warn: (facts: unknown) => warnings.push(facts),
      error: (facts: unknown) => assert.fail(String(facts)),
    },
    epochMs: () => nowMs,
    monotonicMs: () => monotonicMs,
  })
  const look = async (jumpMs = 0): Promise<void> => {
    nowMs += MINUTE + jumpMs
    monotonicMs += MINUTE
    await round()
  }
  await look()
  await look(8 * DAY)
  await look(-8 * DAY)
  assert.deepEqual(deleted, [START + MINUTE - 7 * DAY])
  await look()
  assert.deepEqual(deleted.slice(1), [START + 4 * MINUTE - 7 * DAY])
  // A clock that stays ahead is believed at the second look.
  await look(8 * DAY)
  await look()
  assert.deepEqual(deleted.slice(2), [START + 6 * MINUTE + DAY])
  assert.deepEqual(
    closed,
    deleted.map((atMs) => atMs + 7 * DAY),
  )
  assert.deepEqual(expired, closed)
  assert.deepEqual([unwatched, ended], [closed, closed])
  assert.deepEqual(
    forgotten,
    closed.map((atMs) => new Date(atMs - 89 * DAY).toISOString().slice(0, 10)),
  )
  assert.deepEqual(
    unreferenced,
    closed.map((atMs) => new Date(atMs - 90 * DAY).toISOString().slice(0, 10)),
  )
  assert.deepEqual(
    unlogged,
    closed.map((atMs) => atMs - 3 * DAY),
  )
  assert.deepEqual(
    untold,
    closed.map((atMs) => atMs - 90 * DAY),
  )
  assert.deepEqual(
    unaudited,
    closed.map((atMs) => atMs - 400 * DAY),
  )
  assert.deepEqual(warnings, [{ jumpMs: 8 * DAY }, { jumpMs: -8 * DAY }, { jumpMs: 8 * DAY }])
})

test('old results are looked for at the start, and then once a minute', async () => {
  let [nowMs, looks] = [START, 0]
  const batches: Partial<RunnerDeps['store']['batches']> = {
    claimRun: async () => ({ claims: [], aheadMs: null }),
    reclaim: async () => [],
    listOverdue: async () => [],
    forget: async () => {
      looks++
      return 0
    },
  }
  const idle = { add: async () => undefined, close: async () => undefined }
  /** The pauses of the loop that looks are the longest ones. */
  let goOn: (() => void) | null = null
  const deps = {
    store: {
      batches,
      ledger: {
        closeMonths: async () => 0,
        forgetKeys: async () => undefined,
        forgetReferences: async () => undefined,
      },
      workspaces: { list: async () => [] },
      storage: { hasRoom: async () => true },
      statistics: { forget: async () => undefined, read: async () => [] },
      audit: { forget: async () => undefined },
      requestLog: { forget: async () => undefined },
      personSessions: { forget: async () => undefined },
      outbox: { claim: async () => [], add: async () => true, forget: async () => undefined },
      schedules: { claimDue: async () => [] },
      watches: { claimDue: async () => [], forget: async () => 0, readDrift: async () => new Map() },
    },
    queues: { live: idle, test: idle },
    settings: {
      intervalMs: SECOND,
      itemsPerRun: 100,
      fetches: 1,
      resultsKeptMs: 7 * DAY,
      recordsKeptMs: 90 * DAY,
      requestLog: { keptMs: DAY, most: 10 },
    },
    claimLeaseMs: 1000,
    log: { debug: () => undefined, warn: () => undefined, error: (facts: unknown) => assert.fail(String(facts)) },
    epochMs: () => nowMs,
    monotonicMs: () => nowMs,
    wait: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve())
        if (ms !== MINUTE) return
        goOn = resolve
      }),
  }
  const runner = startRunner(deps as unknown as RunnerDeps)
  for (const expected of [1, 2, 3]) {
    await until(() => looks === expected && goOn !== null, `look ${expected}`)
    const next: () => void = goOn ?? assert.fail('nothing waits')
    goOn = null
    nowMs += MINUTE
    next()
  }
  await runner.close(0)
})

test('each kind has its runs and its queue; runs are looked for often; a last run in the future is logged', async () => {
  const warnings: unknown[] = []
  const added: Record<string, number> = { live: 0, test: 0 }
  const queueOf = (kind: string) => ({
    add: async (claims: readonly unknown[]) => {
      added[kind] = (added[kind] ?? 0) + claims.length
    },
    close: async () => undefined,
  })
  let isDue = true
  const claimed = { live: 2, test: 1 }
  const batches: Partial<RunnerDeps['store']['batches']> = {
    claimRun: async ({ mode }) => {
      const own = { batchId: mode, workspaceId: 'w', rank: 1 }
      const items = Array.from({ length: claimed[mode] }, (_, index) => Object.assign({ index }, own))
      const claims = isDue ? items : []
      return { claims, aheadMs: isDue && mode === 'live' ? 2 * DAY : null }
    },
    reclaim: async () => [],
    listOverdue: async () => [],
    forget: async () => 0,
  }
  const deps = {
    store: {
      batches,
      ledger: {
        closeMonths: async () => 0,
        forgetKeys: async () => undefined,
        forgetReferences: async () => undefined,
      },
      storage: { hasRoom: async () => true },
      outbox: { claim: async () => [] },
      schedules: { claimDue: async () => [] },
      watches: { claimDue: async () => [] },
    },
    queues: { live: queueOf('live'), test: queueOf('test') },
    settings: {
      intervalMs: MINUTE,
      itemsPerRun: 100,
      fetches: 1,
      resultsKeptMs: 7 * DAY,
      recordsKeptMs: 90 * DAY,
      requestLog: { keptMs: DAY, most: 10 },
    },
    claimLeaseMs: 1000,
    log: { warn: (facts: unknown) => warnings.push(facts), error: (facts: unknown) => warnings.push(facts) },
    epochMs: () => START,
  }
  const runner = startRunner(deps as unknown as RunnerDeps)
  await until(() => added['live'] === 2 && added['test'] === 1, 'the first runs')
  isDue = false
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(warnings[0], { kind: 'live', aheadMs: 2 * DAY })
  isDue = true
  // Long before the interval ends, because a timer that wakes early must not skip a run.
  await until(() => added['live'] === 4 && added['test'] === 2, 'the next look')
  await runner.close(0)
})

test('of 30 batches of one item that begin at random seconds, none waits longer than 61 s for its run', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-runs-'))
  t.after(() => rmSync(folder, { recursive: true }))
  let nowMs = START
  const store = await openSqliteStore({ directory: folder, epochMs: () => nowMs })
  const { id: workspaceId } = await store.workspaces.create({ name: 'w', plan: 'pro' })
  const { key } = await store.keys.create(workspaceId, { mode: 'live', name: 'k' })
  /** Loops that wait, and when each goes on. */
  const waiting = new Map<() => void, number>()
  const startedMs = new Map<string, number>()
  const add = async (claims: readonly Claim[]): Promise<void> => {
    for (const { batchId } of claims) startedMs.set(batchId, nowMs)
  }
  const idle = { add: async () => undefined, close: async () => undefined }
  const deps = {
    store,
    queues: { live: { ...idle, add }, test: idle },
    settings: {
      intervalMs: MINUTE,
      itemsPerRun: 100,
      fetches: 1,
      resultsKeptMs: 7 * DAY,
      requestLog: { keptMs: DAY, most: 10 },
    },
    claimLeaseMs: DAY,
    log: { debug: () => undefined, warn: () => undefined, error: () => undefined },
    epochMs: () => nowMs,
    wait: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const goOn = (): void => {
          signal.removeEventListener('abort', goOn)
          resolve()
        }
        waiting.set(goOn, nowMs + ms)
        signal.addEventListener('abort', goOn)
      }),
  }
  const runner = startRunner(deps as unknown as RunnerDeps)
  const LOOPS = 7
  const advance = async (toMs: number): Promise<void> => {
    for (;;) {
      while (waiting.size < LOOPS) await new Promise((resolve) => setImmediate(resolve))
      const nextMs = Math.min(...waiting.values())
      if (nextMs > toMs) break
      nowMs = nextMs
      for (const [goOn, atMs] of waiting) {
        if (atMs > nowMs) continue
        waiting.delete(goOn)
        goOn()
      }
    }
    nowMs = toMs
  }
  const createdMs = new Map<string, number>()
  let seed = 7
  for (let index = 0; index < 30; index++) {
    seed = (seed * 16_807) % 2_147_483_647
    await advance(nowMs + (seed % 40) * 1000)
    const batch = { id: randomUUID(), workspaceId, keyId: key.id, mode: 'live', endpoint: 'market.product' } as const
    const terms = { webhookUrl: null, sealedSecret: '', idempotency: null, maxPending: 1000 }
    await store.batches.create({ ...batch, ...terms, inputs: ['{"query":"B0SHLFX301"}'], createdAtMs: nowMs })
    createdMs.set(batch.id, nowMs)
  }
  await advance(nowMs + 2 * MINUTE)
  await runner.close(0)
  await store.close()
  const waitsMs = [...createdMs].map(([id, atMs]) => (startedMs.get(id) ?? Infinity) - atMs)
  assert.equal(waitsMs.length, 30)
  assert.ok(Math.max(...waitsMs) <= 61_000, waitsMs.join())
})
