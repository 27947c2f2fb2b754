import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import {
  createDelivery,
  nextDueMs,
  runForever,
  runRound,
  WatchFile,
  type WatchRun,
} from '../../adapters/watch/index.ts'
import { definitions, planWatch, pointAt, type WatchEvent, type WatchInput } from '../../core/index.ts'
import {
  DAY_MS,
  MovedClock,
  simulatedItems,
  simulatedRetriever,
  START_MS,
  truthAt,
} from '../support/simulated-watch.ts'

const HOUR_MS = 3_600_000
const never = new AbortController().signal

interface Watched extends WatchRun {
  readonly clock: MovedClock
  readonly lines: string[]
  readonly said: string[]
}

interface WatchSetup extends WatchInput {
  readonly count?: number
  readonly faults?: string
  readonly act?: (json: string) => Promise<void>
}

function makeWatch(t: TestContext, { count = 4, faults, act, ...input }: WatchSetup = {}): Watched {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-watch-'))
  const file = new WatchFile(join(folder, 'watch.sqlite'))
  t.after(() => {
    file.close()
    rmSync(folder, { recursive: true })
  })
  const planned = planWatch(definitions.product, input)
  assert.ok(planned.ok)
  const clock = new MovedClock(START_MS)
  const [lines, said]: [string[], string[]] = [[], []]
  const say = (message: string): void => void said.push(message)
  const print = (line: string): void => void lines.push(line)
  return {
    name: 'test',
    items: simulatedItems(count),
    plan: planned.plan,
    everyMs: 6 * HOUR_MS,
    file,
    retriever: simulatedRetriever({ clock, faults }),
    clock,
    jobs: 2,
    delivery: createDelivery({ file, print, act: act ?? null, say }),
    say,
    lines,
    said,
  }
}

/** Runs for some days. */
async function runDays(run: Watched, days: number): Promise<void> {
  const endMs = run.clock.nowMs() + days * DAY_MS
  const end = new AbortController()
  const clock = {
    nowMs: () => run.clock.nowMs(),
    sleepUntil: async (ms: number) => {
      if (ms > endMs) end.abort(new Error('the end'))
      await run.clock.sleepUntil(ms, end.signal)
    },
  }
  await assert.rejects(runForever({ ...run, clock }, end.signal), /the end/)
}

const idOf = (run: Watched, index: number): number => run.file.findItems(run.items[index]?.name ?? '')[0] ?? -1

test('points equal what the marketplace had at every look, and a look is at every item each interval', async (t) => {
  const run = makeWatch(t)
  await runDays(run, 6)
  for (const [index, item] of run.items.entries()) {
    for (const field of ['price', 'in_stock', 'reviews_count'] as const) {
      const points = run.file.listPoints(idOf(run, index), field)
      const looks = run.file.listLooks(idOf(run, index), field)
      assert.ok(looks.length >= 24, `${looks.length} looks`)
      for (const { atMs } of looks) assert.equal(pointAt(points, atMs)?.value, truthAt(item, atMs)[field])
      assert.ok(points.every(({ value }, at) => value !== points[at + 1]?.value))
    }
  }
  assert.ok(run.items.some((_, index) => run.file.listPoints(idOf(run, index), 'price').length > 1))
})

test('an event is printed for each change that two looks confirm, once', async (t) => {
  const run = makeWatch(t, { fields: ['price'] })
  await runDays(run, 10)
  const events = run.lines.map((line) => JSON.parse(line) as WatchEvent & { readonly id: string })
  assert.ok(events.length > 3)
  assert.equal(new Set(events.map(({ id }) => id)).size, events.length)
  for (const [index, item] of run.items.entries()) {
    const told = events.flatMap(({ item: own, changes }) => (own['query'] === item.name ? changes : []))
    const points = run.file.listPoints(idOf(run, index), 'price')
    const moves = points.slice(1).map(({ value, atMs }) => [value, new Date(atMs).toISOString()])
    // A change of the last hours may wait for its second look.
    const confirmed = told.map(({ after, since }) => [after, since])
    assert.deepEqual(confirmed, moves.slice(0, confirmed.length))
    assert.ok(moves.length - confirmed.length <= 1)
  }
})

test('a value that is not confirmed is looked at again after 10 minutes', async (t) => {
  const run = makeWatch(t, { fields: ['reviews_count'], count: 2 })
  await runDays(run, 5)
  for (const index of run.items.keys()) {
    const looks = run.file.listLooks(idOf(run, index), 'reviews_count').map(({ atMs }) => atMs)
    const points = run.file.listPoints(idOf(run, index), 'reviews_count').slice(1)
    assert.equal(points.length, 1)
    for (const { atMs } of points) assert.ok(looks.includes(atMs + 10 * 60_000))
    // The first look, four a day, and the second ones.
    assert.equal(looks.length, 1 + 5 * 4 + points.length)
  }
})

test('looks that are due while nobody runs are made once', async (t) => {
  const run = makeWatch(t)
  await runRound(run, never)
  await run.clock.sleepUntil(START_MS + 5 * DAY_MS, never)
  assert.deepEqual(await runRound(run, never), { looks: 4, seen: 4, unseen: [] })
  assert.deepEqual(await runRound(run, never), { looks: 0, seen: 0, unseen: [] })
  assert.ok((nextDueMs(run) ?? 0) > run.clock.nowMs())
  assert.equal(run.file.listLooks(idOf(run, 0), 'price').length, 2)
})

test('refused pages are gaps, and no changes; a watch that sees nothing fails once, looks less often, and recovers once', async (t) => {
  const run = makeWatch(t, { count: 2 })
  await runRound(run, never)
  const refused = { ...run, retriever: simulatedRetriever({ clock: run.clock, faults: 'captcha' }) }
  await runDays(refused, 6)
  assert.deepEqual(run.lines, [])
  assert.deepEqual(run.said.length, 1)
  assert.match(run.said[0] ?? '', /^No record of 2 items in 3 runs/)
  const outcomes = run.file.listLooks(idOf(run, 0), 'price').map(({ outcome }) => outcome)
  assert.ok(outcomes.length < 16, `${outcomes.length} looks`)
  assert.deepEqual([outcomes[0], new Set(outcomes.slice(1)).size], ['seen', 1])
  await run.clock.sleepUntil(run.clock.nowMs() + DAY_MS, never)
  await runRound(run, never)
  assert.deepEqual(run.said.slice(1), ['There are records again.'])
})

test('a command that fails gets an event again in the next rounds, six times at most', async (t) => {
  const got: string[] = []
  const act = async (json: string): Promise<void> => {
    got.push(json)
    throw new Error('exit code 1')
  }
  const run = makeWatch(t, { fields: ['sales_rank[0].rank'], count: 1, confirm: 1, act })
  for (let day = 0; run.lines.length === 0; day++) {
    assert.ok(day < 30)
    await run.clock.sleepUntil(START_MS + day * DAY_MS, never)
    await runRound(run, never)
  }
  assert.equal(got.length, 1)
  for (let round = 0; round < 10; round++) await runRound(run, never)
  assert.deepEqual(
    got,
    Array.from({ length: 6 }, () => run.lines[0]),
  )
  assert.equal(run.lines.length, 1)
  assert.match(run.said.at(-1) ?? '', /does not get this event again/)
})

test('a clock that was set back makes no looks of the past', async (t) => {
  const run = makeWatch(t, { count: 1 })
  await runRound(run, never)
  await run.clock.sleepUntil(START_MS + DAY_MS, never)
  await runRound(run, never)
  const back = { ...run, clock: new MovedClock(START_MS) }
  assert.deepEqual(await runRound(back, never), { looks: 0, seen: 0, unseen: [] })
})
