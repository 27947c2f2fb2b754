import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openWatchFile } from '../../adapters/cli/watch/open-watch-file.ts'
import { Random } from '../../adapters/sandbox/truth/random.ts'
import { applyLook, NEW_WATCH_STATE, planWatch, pointAt, DEFAULT_RECORD, type WatchEvent } from '../../core/index.ts'
import { isBuilt } from '../support/root.ts'
import { runsOf } from '../support/property-runs.ts'
import { DAY_MS, readWatched, simulatedItems, START_MS, truthAt } from '../support/simulated-watch.ts'

const DAYS = 7
const FIELDS = ['price', 'stock', 'sales_rank[0].rank']
const MAX_KILLS = runsOf(10)

const child = [
  ...(isBuilt ? [] : ['--import', 'tsx']),
  join(import.meta.dirname, `../support/watch-child.${isBuilt ? 'js' : 'ts'}`),
]

function runChild(folder: string, moment: number): NodeJS.Signals | number | null {
  const { status, signal, stderr } = spawnSync(process.execPath, [...child, folder, String(DAYS), String(moment)], {
    encoding: 'utf8',
  })
  assert.ok(signal === 'SIGKILL' || status === 0, stderr)
  return signal ?? status
}

test('a watch that is killed again and again has every look once, no double point, and tells of every change', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-watch-kill-'))
  const remains: (() => unknown)[] = [() => rmSync(folder, { recursive: true })]
  t.after(async () => {
    for (const end of remains.toReversed()) await end()
  })
  const random = new Random('kills')
  let kills = 0
  while (kills < MAX_KILLS && runChild(folder, random.int(1, 24)) === 'SIGKILL') kills++
  assert.ok(kills >= Math.min(5, MAX_KILLS), `${kills} kills`)
  assert.equal(runChild(folder, Infinity), 0)

  const file = await openWatchFile(join(folder, 'watch.sqlite'))
  remains.push(() => file.store.close())
  const all = { total: 9, perWorkspace: 9, perOrigin: 9 }
  const open = await file.store.outbox.claim(['watch'], all, { nowMs: Number.MAX_SAFE_INTEGER, leaseMs: 0 })
  assert.deepEqual(open, [])
  const planned = planWatch(DEFAULT_RECORD, { fields: FIELDS })
  assert.ok(planned.ok)
  const expected: string[] = []
  for (const item of simulatedItems(3)) {
    const { looks } = await readWatched(file, item.name, 'price')
    assert.ok(looks.length > DAYS * 4, `${looks.length} looks`)
    // The same looks without a kill give the same points and changes.
    let state = NEW_WATCH_STATE
    const points = looks.flatMap(({ atMs }) => {
      const record = truthAt(item, atMs)
      const seen = { kind: DEFAULT_RECORD.kinds[0], domain: item.domain, record }
      const result = applyLook(planned.plan, state, { atMs, seen })
      state = result.state
      expected.push(
        ...result.changes.map(({ field, after, sinceMs }) => JSON.stringify([item.name, field, after, sinceMs])),
      )
      return result.points
    })
    for (const field of FIELDS) {
      const { points: own } = await readWatched(file, item.name, field)
      assert.deepEqual(
        own.map(({ atMs, value }) => [atMs, value]),
        points.filter((point) => point.field === field).map(({ atMs, value }) => [atMs, value]),
      )
      for (const { atMs } of looks) assert.ok(pointAt(own, atMs) !== undefined)
    }
  }
  const lines = readFileSync(join(folder, 'lines'), 'utf8').trim().split('\n')
  const events = new Map(
    lines.map((line) => JSON.parse(line) as WatchEvent & { readonly id: string }).map((event) => [event.id, event]),
  )
  const told = [...events.values()].flatMap(({ item, changes }) =>
    changes.map(({ field, after, since }) => JSON.stringify([item['query'], field, after, Date.parse(since)])),
  )
  assert.equal(told.length, new Set(told).size, 'no change is told twice')
  assert.deepEqual(
    told.filter((line) => !expected.includes(line)),
    [],
  )
  // A change with drift is told one look later than the truth, which has no selectors: at the end, it may still wait.
  const lastMs = START_MS + (DAYS - 1) * DAY_MS
  const untold = expected.filter((line) => !told.includes(line) && Number((JSON.parse(line) as unknown[])[3]) < lastMs)
  assert.deepEqual(untold, [])
  assert.ok(told.length > 10, `${told.length} changes`)
})
