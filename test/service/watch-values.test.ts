import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parquetReadObjects } from 'hyparquet'
import type { WatchValues } from '../../core/contract/index.ts'
import { readPresentValues } from '../../adapters/work/watch/read-present-values.ts'
import { assertInvalid, headerOf, jsonOf, startBench } from '../support/service-bench.ts'
import { START_MS } from '../support/simulated-watch.ts'
import { awaitLooks, callWatch, createWatch, runNext, StillClock } from '../support/watch-bench.ts'
import { movingShop, SETTINGS } from '../support/moving-shop.ts'

const BODY = {
  endpoint: 'market.product',
  items: [{ query: 'B0SHLFX301', reference: 'row 7' }, { query: 'B0GONE0404' }],
  every: '1h',
  fields: ['price', 'currency', 'in_stock'],
}

test('the present values of all items are one answer, in four formats, with the reason why an item is not seen', async () => {
  const clock = new StillClock(START_MS)
  const bench = await startBench({ source: movingShop(clock).source, epochMs: clock.epochMs, settings: SETTINGS })
  const { key } = await bench.createCaller()
  const { id } = await createWatch(bench, key, BODY)
  const ask = (rest = '') => callWatch(bench, key, 'GET', `/${id}/values${rest}`)
  await awaitLooks(bench, key, id, 2)
  const first = jsonOf(await ask()) as WatchValues
  const [seen, gone] = first.items
  assert.ok(seen && gone)
  assert.deepEqual([seen.index, seen.reference, seen.input, seen.unseen], [0, 'row 7', { query: 'B0SHLFX301' }, null])
  assert.deepEqual(Object.keys(seen.values).toSorted(), ['currency', 'in_stock', 'price'])
  assert.deepEqual(first.paths.toSorted(), ['currency', 'in_stock', 'price'])
  assert.equal(typeof seen.values['price'], 'number')
  assert.deepEqual([gone.unseen?.reason, gone.unseen?.attempts, gone.values], ['product_not_found', 1, {}])
  await runNext(bench, key, id, { clock, looks: 2 })
  const [, still] = (jsonOf(await ask()) as WatchValues).items
  assert.deepEqual([still?.unseen?.attempts, still?.unseen?.since], [2, gone.unseen?.since])

  const whole = jsonOf(await ask()) as WatchValues
  const lines = (await ask('?format=jsonl')).bytes.toString().trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line) as unknown),
    whole.items,
  )
  const csv = await ask('?format=csv')
  assert.equal(headerOf(csv, 'content-type'), 'text/csv; charset=utf-8')
  const [head = '', row = ''] = csv.bytes
    .toString()
    .replace(/^\ufeff/, '')
    .split('\r\n')
  assert.match(head, /^"?index"?,.*unseen\.reason.*price/)
  assert.ok(row.includes(String(whole.items[0]?.values['price'])))
  const { bytes } = await ask('?format=parquet')
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
  const table = await parquetReadObjects({ file })
  assert.deepEqual(
    table.map((one) => [one['price'], one['unseen.reason']]),
    whole.items.map(({ values, unseen }) => [values['price'] ?? null, unseen?.reason ?? null]),
  )
  const rest = jsonOf(await ask('?from=1')) as WatchValues
  assert.deepEqual(
    rest.items.map(({ index }) => index),
    [1],
  )
  assertInvalid(await ask('?from=2'), ['from'])
  assertInvalid(await ask('?format=xml'), ['format'])
  await bench.close()
})

test('an answer with many values ends early, and says where the next one begins', async () => {
  const item = (index: number) => ({ item: index, input: '{"query":"x"}', dueMs: 0, state: null, lastLook: null })
  const all = Array.from({ length: 120 }, (_, index) => item(index))
  const watches = {
    listStates: async (_: string, from: number, limit: number) => all.slice(from, from + limit),
    listLastLooks: async () => [],
  }
  const none = await readPresentValues(watches, 'w', 0, 0)
  assert.deepEqual([none.items.length, none.next_from], [0, 0])
  const every = await readPresentValues(watches, 'w', 100)
  assert.deepEqual([every.items.length, every.next_from], [20, null])
})
