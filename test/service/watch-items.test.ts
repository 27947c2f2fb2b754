import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Series, Watch, WatchValues } from '../../core/contract/index.ts'
import { assertError, assertInvalid, headerOf, jsonOf, startBench, type Answer } from '../support/service-bench.ts'
import { START_MS } from '../support/simulated-watch.ts'
import { awaitLooks, callWatch, createWatch, readWatch, runNext, StillClock } from '../support/watch-bench.ts'
import { movingShop, SETTINGS } from '../support/moving-shop.ts'

const [FIRST, SECOND, THIRD] = [
  { query: 'B0SHLFX301', reference: 'row 7' },
  { query: 'B0SHLFX302', reference: 'row 8' },
  { query: 'B0SHLFX303', reference: 'row 8' },
]
const BODY = { endpoint: 'market.product', items: [FIRST], every: '1h', fields: ['price'] }

const inputsOf = (answer: Answer): readonly (readonly [number, unknown])[] => {
  assert.equal(answer.status, 200, answer.bytes.toString())
  assert.equal(headerOf(answer, 'Svc-Cost'), '0')
  const { items, item_count } = jsonOf(answer) as Watch
  assert.equal(item_count, items.length)
  return items.map(({ index, input }) => [index, input])
}

test('items are added, looked at at once, and removed; what was seen of them stays, and no other one gets their index', async () => {
  const clock = new StillClock(START_MS)
  const bench = await startBench({ source: movingShop(clock).source, epochMs: clock.epochMs, settings: SETTINGS })
  const { key } = await bench.createCaller()
  const { id } = await createWatch(bench, key, BODY)
  const add = (body: unknown) => callWatch(bench, key, 'POST', `/${id}/items`, body)
  const remove = (which: string) => callWatch(bench, key, 'DELETE', `/${id}/items?${which}`)
  await awaitLooks(bench, key, id, 1)

  const all = [
    [0, FIRST],
    [1, SECOND],
    [2, THIRD],
  ] as const
  assert.deepEqual(inputsOf(await add({ items: [SECOND, THIRD, SECOND] })), all, 'once each')
  assert.deepEqual(inputsOf(await add({ items: [THIRD] })), all, 'a repeated request adds nothing')
  clock.ms += 60_000
  await awaitLooks(bench, key, id, 3)

  assert.deepEqual(inputsOf(await remove('reference=row%208')), [[0, FIRST]])
  assert.deepEqual(inputsOf(await remove('item=1')), [[0, FIRST]], 'a repeated request')
  assert.deepEqual(inputsOf(await add({ items: [SECOND] })), [
    [0, FIRST],
    [3, SECOND],
  ])
  const readRemoved = async (): Promise<Series['points']> =>
    (jsonOf(await callWatch(bench, key, 'GET', `/${id}/series?item=1&field=price`)) as Series).points
  const seen = await readRemoved()
  assert.ok(seen.length > 0, 'what was seen of it stays')
  clock.ms += 30 * 60_000
  await awaitLooks(bench, key, id, 4)
  await runNext(bench, key, id, { clock, looks: 2 })
  assert.deepEqual(await readRemoved(), seen, 'it is not looked at')
  const values = jsonOf(await callWatch(bench, key, 'GET', `/${id}/values`)) as WatchValues
  assert.deepEqual(
    values.items.map(({ index, reference }) => [index, reference]),
    [
      [0, 'row 7'],
      [3, 'row 8'],
    ],
  )

  assertInvalid(await callWatch(bench, key, 'POST', `/${id}/run?item=1`), ['item'])
  assertInvalid(await callWatch(bench, key, 'GET', `/${id}/series?item=4&field=price`), ['item'])
  for (const [which, param] of [
    ['', 'item'],
    ['item=3&reference=row%208', 'item'],
    ['item=9', 'item'],
    ['item=x', 'item'],
    ['reference=none', 'reference'],
    ['items=3', 'items'],
  ] as const) {
    assertInvalid(await remove(which), which === 'items=3' ? ['items'] : [param])
  }
  await remove('item=3')
  assertInvalid(await remove('item=0'), ['item'])
  for (const [body, params] of [
    [{}, ['items']],
    [{ items: [] }, ['items']],
    [{ items: [{ domain: 'de' }] }, ['items[0].query']],
    [{ items: [{ ...SECOND, explain: true }] }, ['items[0].explain']],
    [{ item: [THIRD] }, ['items', 'item']],
  ] as const) {
    assertInvalid(await add(body), params)
  }
  const other = await bench.createCaller()
  assertError(await callWatch(bench, other.key, 'DELETE', `/${id}/items?item=0`), 404, { error: 'not_found' })
  await bench.close()
})

test('a watch has 1,000 items, and sandbox keys of a workspace watch no more, however they are added', async () => {
  const bench = await startBench({ settings: SETTINGS })
  const { key } = await bench.createCaller(undefined, 'test')
  const asins = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ query: `B0SHL${String(from + index).padStart(5, '0')}` }))
  const { id } = await createWatch(bench, key, { ...BODY, items: asins(0, 600), every: '30d' })
  const other = await createWatch(bench, key, { ...BODY, items: asins(0, 300), every: '30d' })
  const add = (watch: string, items: object[]) => callWatch(bench, key, 'POST', `/${watch}/items`, { items })
  assert.equal((await add(id, asins(600, 101))).status, 429)
  assert.equal((await add(id, asins(600, 100))).status, 200)
  assert.equal((await callWatch(bench, key, 'DELETE', `/${other.id}`)).status, 200)
  assertInvalid(await add(id, asins(700, 301)), ['items'])
  assert.equal((await callWatch(bench, key, 'DELETE', `/${id}/items?item=0`)).status, 200)
  assert.equal((await add(id, asins(700, 301))).status, 200)
  assert.equal(((await readWatch(bench, key, id)) as unknown as Watch).item_count, 1000)
  await bench.close()
})
