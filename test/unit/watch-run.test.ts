import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { LocalWatch, type RoundCounts, type WatchRun } from '../../adapters/cli/watch/local-watch.ts'
import { openWatchFile } from '../../adapters/cli/watch/open-watch-file.ts'
import { pointAt, type WatchEvent, type WatchTerms } from '../../core/index.ts'
import {
  DAY_MS,
  MovedClock,
  readWatched,
  runUntil,
  simulatedItems,
  simulatedRetriever,
  simulatedRun,
  START_MS,
  truthAt,
  type SimulatedItem,
} from '../support/simulated-watch.ts'

const never = new AbortController().signal

interface Watched extends WatchRun {
  readonly items: readonly SimulatedItem[]
  readonly lines: string[]
  readonly said: string[]
}

interface WatchSetup extends Partial<WatchTerms> {
  readonly count?: number
  readonly act?: (json: string) => Promise<void>
}

async function makeWatch(t: TestContext, { count = 4, act, ...terms }: WatchSetup = {}): Promise<Watched> {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-watch-'))
  const clock = new MovedClock(START_MS)
  const file = await openWatchFile(join(folder, 'watch.sqlite'), () => clock.nowMs())
  t.after(async () => {
    await file.store.close()
    rmSync(folder, { recursive: true })
  })
  const [lines, said]: [string[], string[]] = [[], []]
  const say = (message: string): void => void said.push(message)
  const print = (line: string): void => void lines.push(line)
  const items = simulatedItems(count)
  const given = { name: 'test', items, file, clock, jobs: 2, print, act: act ?? null, say }
  return { ...simulatedRun(given, terms), items, lines, said }
}

/** Runs for some days. */
const runDays = (run: Watched, days: number): Promise<void> => runUntil(run, run.clock.nowMs() + days * DAY_MS)

/** A round of a process that ends after it. */
async function runRound(run: WatchRun): Promise<RoundCounts> {
  return (await LocalWatch.begin(run)).runRound(never)
}

test('points equal what the marketplace had at every look, and a look is at every item each interval', async (t) => {
  const run = await makeWatch(t)
  await runDays(run, 6)
  let moves = 0
  for (const item of run.items) {
    for (const field of ['price', 'in_stock', 'reviews_count'] as const) {
      const { points, looks } = await readWatched(run.file, item.name, field)
      assert.ok(looks.length >= 24, `${looks.length} looks`)
      for (const { atMs } of looks) assert.equal(pointAt(points, atMs)?.value, truthAt(item, atMs)[field])
      assert.ok(points.every(({ value }, at) => value !== points[at + 1]?.value))
      if (field === 'price') moves += points.length - 1
    }
  }
  assert.ok(moves > 0)
})

test('an event is printed for each change that two looks confirm, once', async (t) => {
  const run = await makeWatch(t, { fields: ['price'] })
  await runDays(run, 10)
  const events = run.lines.map((line) => JSON.parse(line) as WatchEvent & { readonly id: string })
  assert.ok(events.length > 3)
  assert.equal(new Set(events.map(({ id }) => id)).size, events.length)
  for (const item of run.items) {
    const told = events.flatMap(({ item: own, changes }) => (own['query'] === item.name ? changes : []))
    const { points } = await readWatched(run.file, item.name, 'price')
    const moves = points.slice(1).map(({ value, atMs }) => [value, new Date(atMs).toISOString()])
    // A change of the last hours may wait for its second look.
    const confirmed = told.map(({ after, since }) => [after, since])
    assert.deepEqual(confirmed, moves.slice(0, confirmed.length))
    assert.ok(moves.length - confirmed.length <= 1)
  }
})

test('a value that is not confirmed is looked at again after 10 minutes', async (t) => {
  const run = await makeWatch(t, { fields: ['reviews_count'], count: 2 })
  await runDays(run, 5)
  for (const { name } of run.items) {
    const known = await readWatched(run.file, name, 'reviews_count')
    const looks = known.looks.map(({ atMs }) => atMs)
    const points = known.points.slice(1)
    assert.equal(points.length, 1)
    for (const { atMs } of points) assert.ok(looks.includes(atMs + 10 * 60_000))
    // The first look, four a day, and the second ones.
    assert.equal(looks.length, 1 + 5 * 4 + points.length)
  }
})

test('looks that are due while nobody runs are made once', async (t) => {
  const run = await makeWatch(t)
  await runRound(run)
  await run.clock.sleepUntil(START_MS + 5 * DAY_MS, never)
  assert.deepEqual(await runRound(run), { looks: 4, seen: 4, unseen: [] })
  assert.deepEqual(await runRound(run), { looks: 0, seen: 0, unseen: [] })
  assert.ok(((await (await LocalWatch.begin(run)).nextDueMs()) ?? 0) > run.clock.nowMs())
  assert.equal((await readWatched(run.file, run.items[0]?.name ?? '', 'price')).looks.length, 2)
})

test('refused pages are gaps, and no changes; a watch that sees nothing fails once, looks less often, and recovers once', async (t) => {
  const run = await makeWatch(t, { count: 2 })
  await runRound(run)
  const refused = { ...run, retriever: simulatedRetriever({ clock: run.clock, faults: 'captcha' }) }
  await runDays(refused, 6)
  assert.deepEqual(run.lines, [])
  assert.deepEqual(run.said.length, 1)
  assert.match(run.said[0] ?? '', /^No record of 2 items in 3 runs/)
  const { looks } = await readWatched(run.file, run.items[0]?.name ?? '', 'price')
  const outcomes = looks.map(({ outcome }) => outcome)
  assert.ok(outcomes.length < 16, `${outcomes.length} looks`)
  assert.deepEqual([outcomes[0], new Set(outcomes.slice(1)).size], ['seen', 1])
  await run.clock.sleepUntil(run.clock.nowMs() + DAY_MS, never)
  await runRound(run)
  assert.deepEqual(run.said.slice(1), ['There are records again.'])
})

test('a command that fails gets an event again in the next rounds, six times at most', async (t) => {
  const got: string[] = []
  const act = async (json: string): Promise<void> => {
    got.push(json)
    throw new Error('exit code 1')
  }
  const run = await makeWatch(t, { fields: ['sales_rank[0].rank'], count: 1, confirm: 1, act })
  for (let day = 0; run.lines.length === 0; day++) {
    assert.ok(day < 30)
    await run.clock.sleepUntil(START_MS + day * DAY_MS, never)
    await runRound(run)
  }
  assert.equal(got.length, 1)
  for (let round = 0; round < 10; round++) await runRound(run)
  assert.deepEqual(
    got,
    Array.from({ length: 6 }, () => run.lines[0]),
  )
  assert.equal(run.lines.length, 1)
  assert.match(run.said.at(-1) ?? '', /does not get this event again/)
})

test('a clock that was set back makes no looks of the past', async (t) => {
  const run = await makeWatch(t, { count: 1 })
  await runRound(run)
  await run.clock.sleepUntil(START_MS + DAY_MS, never)
  await runRound(run)
  const back = { ...run, clock: new MovedClock(START_MS) }
  assert.deepEqual(await runRound(back), { looks: 0, seen: 0, unseen: [] })
})

test('a run that was interrupted is ended once, however late: no item is looked at twice for it', async (t) => {
  const run = await makeWatch(t, { fields: ['price'] })
  const end = new AbortController()
  let fetches = 0
  const onFetch = (): void => {
    if (++fetches === 2) end.abort(new Error('interrupted'))
  }
  const cut = { ...run, jobs: 1, retriever: simulatedRetriever({ clock: run.clock, onFetch }) }
  await assert.rejects((await LocalWatch.begin(cut)).runRound(end.signal), /interrupted/)
  await run.clock.sleepUntil(START_MS + 3 * DAY_MS, never)
  const { looks, seen } = await runRound(run)
  assert.deepEqual([looks, seen, await runRound(run)], [4, 4, { looks: 0, seen: 0, unseen: [] }])
  const counts = run.items.map(async ({ name }) => (await readWatched(run.file, name, 'price')).looks.length)
  assert.deepEqual(await Promise.all(counts), [2, 1, 1, 1])
})

test('a list that has changed: an item that is new is due at once, and one that is gone rests with what is known of it', async (t) => {
  const run = await makeWatch(t, { count: 3, fields: ['price'] })
  const [first, ...rest] = run.items
  assert.ok(first !== undefined)
  assert.equal((await runRound({ ...run, items: [first] })).looks, 1)
  assert.equal((await runRound(run)).looks, 2)
  await run.clock.sleepUntil(START_MS + DAY_MS, never)
  assert.equal((await runRound({ ...run, items: rest })).looks, 2)
  assert.equal((await readWatched(run.file, first.name, 'price')).looks.length, 1)
  assert.equal((await runRound(run)).looks, 1)
})
