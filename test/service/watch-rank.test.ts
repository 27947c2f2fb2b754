import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parquetReadObjects } from 'hyparquet'
import type { Rank } from '../../core/contract/index.ts'
import { generateSearch } from '../../adapters/sandbox/index.ts'
import { assertInvalid, headerOf, jsonOf, startBench } from '../support/service-bench.ts'
import { shopTimeAt, START_MS } from '../support/simulated-watch.ts'
import { awaitLooks, callWatch, createWatch, readWatch, runNext, StillClock } from '../support/watch-bench.ts'
import { movingShop, SETTINGS } from '../support/moving-shop.ts'

const DAY_MS = 86_400_000
const QUERY = { query: 'lantern', domain: 'de' } as const
const pageOf = (page: number, ms: number) =>
  generateSearch({ ...QUERY, page, time: shopTimeAt(ms) }).response.products.filter((card) => !card.is_sponsored)
const [first = '', later = ''] = [pageOf(1, START_MS)[4]?.asin, pageOf(2, START_MS)[4]?.asin]
const ABSENT = 'B0SHLF0000'
const track = { asins: [first, later, ABSENT], brands: ['Nobody'] }

/** Where the marketplace ranks a product on a day, on two pages. */
function positionOn(asin: string, ms: number): number | null {
  const index = [...pageOf(1, ms), ...pageOf(2, ms)].findIndex((card) => card.asin === asin)
  return index === -1 ? null : index + 1
}

test('a watch tells the rank of products in a search by day, in four formats, as the marketplace has it', async () => {
  const clock = new StillClock(START_MS)
  const bench = await startBench({ source: movingShop(clock).source, epochMs: clock.epochMs, settings: SETTINGS })
  const { key } = await bench.createCaller()
  const items = [{ ...QUERY, pages: 2, reference: 'our word' }]
  const { id } = await createWatch(bench, key, { endpoint: 'market.search', items, every: '1d', track })
  const ask = (rest = '') => callWatch(bench, key, 'GET', `/${id}/rank${rest}`)
  await awaitLooks(bench, key, id, 1)
  assert.deepEqual((jsonOf(await callWatch(bench, key, 'GET', `/${id}`)) as { track: unknown }).track, track)
  while (clock.ms < START_MS + 4 * DAY_MS) await runNext(bench, key, id, { clock })

  const rank = jsonOf(await ask()) as Rank
  assert.deepEqual([rank.input, rank.track, rank.gaps], [items[0], track, []])
  assert.ok(rank.points.length >= 4)
  for (const { at, products, pages, cards, brands } of rank.points) {
    const [one, two, gone] = products
    const day = Date.parse(at)
    assert.deepEqual(
      [one?.organic_position, two?.organic_position, gone?.organic_position],
      [positionOn(first, day), positionOn(later, day), null],
    )
    assert.deepEqual([one?.page, one?.is_first_page, two?.page, two?.is_first_page], [1, true, 2, false])
    assert.deepEqual([gone?.page, gone?.is_first_page, gone?.above], [null, false, []])
    assert.equal(one?.above[0], pageOf(1, day)[(one?.organic_position ?? 0) - 2]?.asin)
    assert.deepEqual([pages, cards > 30, brands[0]], [2, true, { ...NO_CARDS, brand: 'Nobody' }])
  }
  for (const { asin, before, after, by, at } of rank.changes) {
    assert.deepEqual([after, by], [positionOn(asin, Date.parse(at)), (before ?? 0) - (after ?? 0)])
  }
  const { looks_count: looks } = await readWatch(bench, key, id)
  assert.ok(rank.changes.length > 1 && looks > rank.points.length, `${rank.changes.length} changes, ${looks} looks`)

  const lines = (await ask('?format=jsonl')).bytes.toString().trimEnd().split('\n')
  const kinds = lines.map((line) => (JSON.parse(line) as { kind: string }).kind)
  assert.equal(kinds.filter((kind) => kind === 'position').length, 3 * rank.points.length)
  assert.equal(kinds.filter((kind) => kind === 'change').length, rank.changes.length)
  const csv = await ask('?format=csv')
  assert.equal(headerOf(csv, 'content-type'), 'text/csv; charset=utf-8')
  assert.equal(csv.bytes.toString().trimEnd().split('\r\n').length, lines.length + 1)
  const { bytes } = await ask('?format=parquet')
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
  const table = await parquetReadObjects({ file })
  assert.deepEqual(
    table.map(({ kind, asin, organic_position: place }) => [kind, asin, place === null ? null : Number(place)]),
    lines.map((line) => {
      const { kind, asin, organic_position } = JSON.parse(line) as Record<string, unknown>
      return [kind, asin, organic_position]
    }),
  )

  assertInvalid(await ask('?item=1'), ['item'])
  assertInvalid(await ask('?from=2026-01-03&to=2026-01-02'), ['to'])
  assert.equal((await callWatch(bench, key, 'PATCH', `/${id}`, { track: null })).status, 200)
  assertInvalid(await ask(), ['id'])
  assert.match(String((await ask()).bytes), /"is of a watch that tracks nothing: change it, for example to /)
  const rules = [
    { field: 'products[].organic_position', when: 'changes' },
    { field: `products[${first}].organic_position`, when: 'above', value: 10 },
    { field: 'products[B0LTAM7JRX].organic_position', when: 'above', value: 10 },
  ]
  const untracked = { endpoint: 'market.search', items, every: '1d', track, rules }
  assertInvalid(await callWatch(bench, key, 'POST', '', untracked), ['rules[2].field'])
  assertInvalid(await callWatch(bench, key, 'PATCH', `/${id}`, { rules, track }), ['rules[2].field'])
  // Without anything that is tracked, a rule may name each product; it is in the way of a later `track` alone.
  assert.equal((await callWatch(bench, key, 'PATCH', `/${id}`, { rules })).status, 200)
  assertInvalid(await callWatch(bench, key, 'PATCH', `/${id}`, { track }), ['rules[2].field'])
  assert.equal((await callWatch(bench, key, 'PATCH', `/${id}`, { every: '2d' })).status, 200)
  const wrong = { endpoint: 'market.product', items: [{ query: 'B0SHLFX301' }], every: '1d', track }
  assertInvalid(await callWatch(bench, key, 'POST', '', wrong), ['track'])
  const ofProducts = await createWatch(bench, key, { ...wrong, track: null })
  const refused = String((await callWatch(bench, key, 'GET', `/${ofProducts.id}/rank`)).bytes)
  assert.match(refused, /has no rank, because it looks at market\.product: create a watch with .*market\.search.*track/)
  await bench.close()
})

const NO_CARDS = { cards: 0, share: 0, top10_cards: 0, top10_share: 0 }
