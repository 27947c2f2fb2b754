import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHousekeeping, type HousekeepingDeps } from '../../adapters/work/housekeeping.ts'
import { Metrics } from '../../adapters/observe/metrics.ts'

const MINUTE = 60_000

/** What a store without data answers. Default: undefined. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  'batches.listOverdue': [],
  'workspaces.list': [],
  'statistics.read': [],
  'watches.readDrift': new Map(),
}

/** Housekeeping of a store without data, a minute between two rounds. `broken`: calls that reject. */
function openHousekeeping(broken: Set<string>, onCall: () => void = () => undefined) {
  let nowMs = Date.parse('2026-03-15T12:00:00Z')
  const calls: string[] = []
  const failures: (readonly [task: string, message: string])[] = []
  const partOf = (part: string) =>
    new Proxy(
      {},
      {
        get: (_, method) => async () => {
          const call = `${part}.${String(method)}`
          calls.push(call)
          onCall()
          if (broken.has(call)) throw new Error(`${call} fails`)
          return ANSWERS[call]
        },
      },
    )
  const metrics = new Metrics(() => 0)
  const round = createHousekeeping({
    store: new Proxy({}, { get: (_, part) => partOf(String(part)) }) as HousekeepingDeps['store'],
    settings: { resultsKeptMs: MINUTE, recordsKeptMs: MINUTE, requestLog: { keptMs: MINUTE, most: 10 } },
    sendsAlerts: false,
    log: {
      debug: () => undefined,
      warn: () => assert.fail('nothing is found'),
      error: ({ task, err }: { task: string; err: Error }) => failures.push([task, err.message]),
    },
    metrics,
    epochMs: () => nowMs,
    monotonicMs: () => nowMs,
  })
  return {
    failures,
    /** The calls of a round. */
    runRound: async (signal?: AbortSignal): Promise<readonly string[]> => {
      calls.length = 0
      await round(signal)
      nowMs += MINUTE
      return [...calls]
    },
    /** Lines of the metric. */
    readCounts: async (): Promise<readonly string[]> => {
      const { text } = await metrics.print()
      return text.split('\n').filter((line) => line.startsWith('shelfmark_housekeeping_runs_total'))
    },
  }
}

test('a task that fails stops no other, is logged and counted, and runs again in the next round', async () => {
  const usual = await openHousekeeping(new Set()).runRound()
  assert.ok(usual.length > 10)
  const broken = new Set(usual)
  // Every call fails, so that each task fails at its first one.
  const all = openHousekeeping(broken)
  const first = await all.runRound()
  assert.deepEqual(first, [...new Set(usual)])
  const tasks = all.failures.map(([task]) => task)
  assert.equal(new Set(tasks).size, tasks.length)
  assert.deepEqual(
    all.failures.map(([, message]) => message),
    first.map((call) => `${call} fails`),
  )
  assert.deepEqual(
    (await all.readCounts()).toSorted(),
    tasks.map((task) => `shelfmark_housekeeping_runs_total{task="${task}",outcome="failed"} 1`).toSorted(),
  )
  assert.deepEqual(await all.runRound(), first)
  broken.clear()
  broken.add('batches.forget')
  all.failures.length = 0
  assert.deepEqual(await all.runRound(), usual)
  assert.deepEqual(all.failures, [['forget_batches', 'batches.forget fails']])
  const counts = await all.readCounts()
  assert.ok(counts.includes('shelfmark_housekeeping_runs_total{task="forget_batches",outcome="failed"} 3'))
  assert.ok(counts.includes('shelfmark_housekeeping_runs_total{task="close_months",outcome="ok"} 1'))
})

test('when the process ends, no further task begins: with a store that hangs, each would take its time', async () => {
  const end = new AbortController()
  const { runRound } = openHousekeeping(new Set(), () => end.abort())
  assert.deepEqual(await runRound(end.signal), ['batches.listOverdue'])
  assert.deepEqual(await runRound(end.signal), [])
})

test('the statistics of a month are read every 15 minutes, and when that failed, in the next round', async () => {
  const broken = new Set<string>()
  const { runRound } = openHousekeeping(broken)
  const countReads = async (rounds: number): Promise<readonly number[]> => {
    const counts: number[] = []
    for (let round = 0; round < rounds; round++)
      counts.push((await runRound()).filter((call) => call === 'statistics.read').length)
    return counts
  }
  const none = Array<number>(14).fill(0)
  assert.deepEqual(await countReads(30), [6, ...none, 6, ...none])
  broken.add('statistics.read')
  assert.deepEqual(await countReads(2), [1, 1])
  broken.clear()
  assert.deepEqual(await countReads(16), [6, ...none, 6])
})
