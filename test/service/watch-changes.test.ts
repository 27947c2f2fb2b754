import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WatchChanges } from '../../core/contract/index.ts'
import type { Store } from '../../adapters/store/store.ts'
import { assertInvalid, headerOf, jsonOf, startBench } from '../support/service-bench.ts'
import { createWatch as createStored } from '../contract/watch-calls.ts'
import { START_MS } from '../support/simulated-watch.ts'
import { until } from '../support/wait.ts'
import { awaitLooks, callWatch, createWatch, readWatch, StillClock } from '../support/watch-bench.ts'
import { movingShop, SETTINGS } from '../support/moving-shop.ts'

const ITEMS = [
  { query: 'B0SHLFX301', reference: 'row 7' },
  { query: 'B0SHLFX301', reference: 'row 8' },
  { query: 'B0SHLFX302' },
]

test('changes are read by item and by reference, a page at a time or as lines', async () => {
  const inputs = ITEMS.map((item) => JSON.stringify(item))
  let [id, key] = ['', '']
  const prepare = async (store: Store): Promise<void> => {
    const { id: workspaceId } = await store.workspaces.create({ name: 'own', plan: 'unlimited' })
    const created = await store.keys.create(workspaceId, { mode: 'live', name: 'a key' })
    key = created.fullKey
    const watch = await createStored(store, { ...created, workspaceId }, ITEMS.length, { inputs })
    id = watch.id
    const events = Array.from({ length: 60 }, (_, index) => toEvent(id, index))
    const control = { ...watch.control, paused: 'caller' } as const
    assert.ok(await store.watches.step(id, watch.revision, { events, control, nextRunMs: null }, START_MS))
  }
  // At the time of the changes: today, they are so old that they are removed.
  const bench = await startBench({ settings: SETTINGS, prepare, epochMs: () => START_MS + 1000 })
  const ask = (rest: string) => callWatch(bench, key, 'GET', `/${id}/changes${rest}`)
  const read = async (rest: string) => jsonOf(await ask(rest)) as WatchChanges
  assert.equal((await read('?limit=1000')).changes.length, 60)
  for (const [rest, index] of [
    ['item=0', 0],
    ['item=1', 1],
    ['item=2', 2],
    ['reference=row%208', 1],
    ['item=1&reference=row%208', 1],
  ] as const) {
    const { changes, has_more } = await read(`?${rest}`)
    assert.deepEqual([changes.length, has_more], [20, false], rest)
    assert.ok(changes.every(({ reference }) => reference === (ITEMS[index]?.reference ?? null)))
  }
  assert.deepEqual((await read('?item=0&reference=row%208')).changes, [])
  const first = await read('?item=1&limit=15')
  const second = await read(`?item=1&cursor=${first.next_cursor}`)
  assert.deepEqual([first.changes.length, first.has_more, second.changes.length], [15, true, 5])
  const lines = await ask('?item=1&format=jsonl')
  assert.deepEqual(
    lines.bytes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
    (await read('?item=1')).changes,
  )
  assert.equal(headerOf(lines, 'svc-next-cursor') ?? headerOf(lines, 'Svc-Next-Cursor'), second.next_cursor)
  assertInvalid(await ask('?item=3'), ['item'])
  assertInvalid(await ask('?format=csv'), ['format'])
  await bench.close()
})

function toEvent(watch: string, index: number) {
  const item = ITEMS[index % 3]
  const at = new Date(START_MS + index).toISOString()
  const own = { watch, item, reference: item?.reference ?? null, at }
  const nothing = { rule: null, incomparable: null, changes: [], confirmed: [] }
  const id = `wev_${String(index).padStart(32, '0')}`
  const entry = JSON.stringify({ id, event: 'watch.changed', ...own, ...nothing })
  return { id, atMs: START_MS + index, entry, webhookUrl: null }
}

test('one item alone is looked at now', async () => {
  const clock = new StillClock(START_MS)
  const bench = await startBench({ source: movingShop(clock).source, epochMs: clock.epochMs, settings: SETTINGS })
  const { key } = await bench.createCaller()
  // With `every`, a regular look at an item can fall into the minutes that pass here.
  const { id } = await createWatch(bench, key, { endpoint: 'market.product', items: ITEMS, cron: '0 0 1 7 *' })
  const { looks_count: before } = await awaitLooks(bench, key, id, ITEMS.length)
  await until(async () => !(await readWatch(bench, key, id)).is_running, 'the run has ended')
  clock.ms += 2 * 60_000
  assert.equal((await callWatch(bench, key, 'POST', `/${id}/run?item=2`)).status, 202)
  assert.equal((await awaitLooks(bench, key, id, before + 1)).looks_count, before + 1)
  assertInvalid(await callWatch(bench, key, 'POST', `/${id}/run?item=3`), ['item'])
  await bench.close()
})
