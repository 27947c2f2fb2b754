import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillRank, type FilledWatches, fillWatches } from '../support/dashboard-watches.ts'
import { startBench } from '../support/service-bench.ts'
import type { Caller } from '../contract/batch-calls.ts'

const NOW = Date.UTC(2026, 10, 26, 12)

let caller: Caller | null = null
let filled: FilledWatches | null = null
let rankWatch = ''
const bench = await startBench({
  epochMs: () => NOW,
  prepare: async (store) => {
    const { id: workspaceId } = await store.workspaces.create({ name: 'watchers' })
    caller = { ...(await store.keys.create(workspaceId, { mode: 'live', name: 'a key' })), workspaceId }
    filled = await fillWatches(store, caller, NOW)
    const other = await store.workspaces.create({ name: 'rankers' })
    const { key, fullKey } = await store.keys.create(other.id, { mode: 'live', name: 'a key' })
    rankWatch = await fillRank(store, { key, fullKey, workspaceId: other.id }, NOW)
  },
})
test.after(() => bench.close())
assert.ok(caller !== null && filled !== null)
const { workspaceId: workspace }: Caller = caller
const { watch, paused }: FilledWatches = filled

const list = async (more: object): Promise<readonly unknown[]> => {
  const { watches, next } = await bench.administrate('watches.list', { workspace, kind: 'live', ...more })
  return [watches.map(({ id }) => id), next]
}

test('watches of a workspace are listed by state, a page at a time', async () => {
  assert.deepEqual(await list({}), [[watch, paused], null])
  assert.deepEqual(await list({ limit: 1 }), [[watch], watch])
  assert.deepEqual(await list({ limit: 1, after: watch }), [[paused], null])
  assert.deepEqual(await list({ state: 'paused', limit: 1 }), [[paused], null])
  assert.deepEqual(await list({ state: 'failing' }), [[], null])
  assert.deepEqual(await list({ kind: 'test' }), [[], null])
})

test('a watch says where it is, its items what they showed last', async () => {
  const read = await bench.administrate('watches.read', { watch })
  assert.deepEqual(
    [read.status, read.looks_count, read.seen_count, read.item_count, read.workspace_id, read.first_item['query']],
    ['active', 10, 8, 4, workspace, 'B0SHLF0000'],
  )
  assert.equal(read.last_look_at, new Date(NOW - 6 * 3_600_000).toISOString())
  const page = await bench.administrate('watches.items', { watch, limit: 3 })
  assert.deepEqual(
    [page.items.length, page.next, page.items[0]?.reference, page.items[0]?.values, page.items[1]?.last_look_at],
    [3, 3, '<img src=x onerror=alert(1)>', [{ field: 'price', value: null }], null],
  )
  const rest = await bench.administrate('watches.items', { watch, from: 3, limit: 3 })
  assert.deepEqual([rest.items.length, rest.next, rest.items[0]?.reference], [1, null, null])
})

test('changes are listed newest first, with both selectors; a series has gaps and places', async () => {
  const page = await bench.administrate('watches.changes', { watch, limit: 2 })
  const [newest, second] = page.changes.map(({ change }) => change.changes[0])
  assert.deepEqual([newest?.before, newest?.after, newest?.percent], [29, null, null])
  assert.deepEqual(
    [second?.before, second?.after, second?.drift, second?.winner_before, second?.winner],
    [21.6, 29, true, '#corePrice_desktop .apexPriceToPay', '#twister .price[data-name="<b>"]'],
  )
  const older = await bench.administrate('watches.changes', { watch, before: page.next, limit: 50 })
  assert.deepEqual(
    older.changes.map(({ change }) => change.incomparable ?? change.changes[0]?.after),
    ['place', 'place', 21.6],
  )
  assert.equal(older.next, null)
  const series = await bench.administrate('watches.series', { watch, item: 0 })
  assert.deepEqual([series.field, series.fields, series.gaps.length], ['price', ['price'], 1])
  assert.deepEqual(
    series.points.map(({ value, series: number, place }) => [value, number, place]),
    [
      [24.99, 1, '10117 Berlin'],
      [21.6, 1, '10117 Berlin'],
      [19.9, 2, '千代田区 東京都'],
      [21.6, 1, '10117 Berlin'],
      [29, 1, '10117 Berlin'],
      [null, 1, '10117 Berlin'],
    ],
  )
  const empty = await bench.administrate('watches.series', { watch, item: 1 })
  assert.deepEqual([empty.fields, empty.points], [[], []])
})

test('a rank has the positions of each day, shares, and changes; its fields are not offered as values', async () => {
  const rank = await bench.administrate('watches.rank', { watch: rankWatch, item: 0 })
  assert.deepEqual(
    rank.points.map(({ products }) => products.map((one) => one.organic_position)),
    [
      [12, null, null],
      [11, 30, null],
      [9, 28, null],
      [9, null, null],
      [4, 25, null],
      [5, 24, null],
    ],
  )
  assert.deepEqual(
    rank.changes.map(({ change, by, top10 }) => [change, by, top10].join(' ').trim()),
    [
      'position 1',
      'entered',
      'position 2 entered',
      'position 2',
      'left',
      'position 5',
      'entered',
      'position -1',
      'position 1',
    ],
  )
  assert.deepEqual(rank.points[0]?.brands[0], {
    brand: 'Linden',
    cards: 7,
    share: 0.0729,
    top10_cards: 0,
    top10_share: 0,
  })
  const series = await bench.administrate('watches.series', { watch: rankWatch, item: 0 })
  assert.deepEqual(series.fields, [])
  const empty = await bench.administrate('watches.rank', { watch: rankWatch, item: 1 })
  assert.deepEqual([empty.points, empty.changes], [[], []])
})

test('what is wrong is named', async () => {
  const send = (command: string, input: object) =>
    bench.callAdmin(`/admin/v1/${command}`, { method: 'POST', body: JSON.stringify(input) })
  const unknown = 'f0000000-0000-4000-8000-00000000000f'
  for (const command of ['read', 'items', 'changes', 'series', 'rank']) {
    const more = command === 'series' || command === 'rank' ? { item: 0 } : {}
    const answer = await send(`watches.${command}`, { watch: unknown, ...more })
    assert.deepEqual([answer.status, /unknown_watch/.test(String(answer.bytes))], [404, true], command)
  }
  assert.equal((await send('watches.list', { workspace, kind: 'live', after: unknown })).status, 404)
  assert.equal((await send('watches.series', { watch, item: 4 })).status, 400)
  const backwards = { watch, item: 0, from: '2026-11-02', to: '2026-11-01' }
  assert.equal((await send('watches.series', backwards)).status, 400)
  const unranked = await send('watches.rank', { watch, item: 0 })
  assert.equal(unranked.status, 400)
  assert.match(String(unranked.bytes), /has no rank, because it looks at market\.product: create a watch/)
  assert.equal((await send('watches.rank', { ...backwards, watch: rankWatch })).status, 400)
})
