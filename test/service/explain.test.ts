import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Provenance, SearchResponse } from '../../core/index.ts'
import {
  assertInvalid,
  BATCH,
  headerOf,
  jsonOf,
  PRODUCT,
  SEARCH,
  startBench,
  type Bench,
} from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

type Json = Readonly<Record<string, unknown>>
type Explained = Json & { readonly provenance: Provenance }

let bench: Bench
let key: string
const call = (target: string, headers: Record<string, string> = {}) => bench.call(target, { key, headers })

before(async () => {
  bench = await startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '200' } })
  ;({ key } = await bench.createCaller())
})
after(() => bench.close())

const ONE = `${PRODUCT}?query=B0SHLFX301&domain=de`
const TWO_PAGES = `${SEARCH}?query=usb%20kabel&domain=de&pages=2`

test('explain adds the provenance of a product; without it, not a byte differs', async () => {
  const [plain, denied, answer] = [
    await call(ONE),
    await call(`${ONE}&explain=false`),
    await call(`${ONE}&explain=true`),
  ]
  assert.deepEqual(denied.bytes, plain.bytes)
  const { provenance, ...record } = jsonOf(answer) as Explained
  assert.deepEqual(record, jsonOf(plain))
  assert.equal(Object.keys(jsonOf(answer) as Json).at(-1), 'provenance')
  const { winners, issues, attempts } = provenance
  assert.equal(winners['asin'], attempts?.find(({ field, outcome }) => field === 'asin' && outcome === 'won')?.source)
  assert.ok(Array.isArray(issues))
  assert.deepEqual(Object.keys(provenance), ['winners', 'issues', 'attempts', 'absences'])
  assert.equal(headerOf(answer, 'Svc-Cost'), '5')
})

test('explain of several search pages numbers all of their cards', async () => {
  const [plain, answer] = [await call(TWO_PAGES), await call(`${TWO_PAGES}&explain=1`)]
  const { provenance, ...response } = jsonOf(answer) as Explained
  assert.deepEqual(response, jsonOf(plain))
  const { products } = response as unknown as SearchResponse
  const { winners, attempts } = provenance
  for (const [index, card] of products.entries()) {
    assert.ok(winners[`products[${index}].title`], `card ${index}`)
    const won = attempts?.find(({ field, outcome }) => field === `products[${index}].asin` && outcome === 'won')
    assert.equal(won?.text, card.asin)
  }
  assert.equal(winners[`products[${products.length}].title`], undefined)
})

test('explain must be a boolean', async () => {
  assertInvalid(await call(`${ONE}&explain=all`), ['explain'])
  const items = [{ query: 'B0SHLFX301', explain: 'all' }]
  assertInvalid(await bench.createBatch(key, { endpoint: 'market.product', items }), ['items[0].explain'])
})

test('a request can be explained by a replay, at no charge', async () => {
  const headers = { 'Idempotency-Key': 'explain-later' }
  const first = await call(ONE, headers)
  const replay = await call(`${ONE}&explain=true`, headers)
  assert.deepEqual([headerOf(first, 'Svc-Cost'), headerOf(replay, 'Svc-Cost')], ['5', '0'])
  assert.ok((jsonOf(replay) as Explained).provenance.attempts)
})

test('an item of a batch can be explained', async () => {
  const items = [
    { query: 'B0SHLFX301', domain: 'de', explain: true },
    { query: 'B0SHLFX301', domain: 'de' },
  ]
  const { id } = jsonOf(await bench.createBatch(key, { endpoint: 'market.product', items })) as { id: string }
  const poll = async () =>
    jsonOf(await call(`${BATCH}/${id}`)) as { status: string; results: { index: number; data: Json }[] }
  await until(async () => (await poll()).status === 'complete', 'the batch is complete')
  const results = (await poll()).results.toSorted((one, other) => one.index - other.index)
  const [explained, plain] = results.map(({ data }) => data)
  const { provenance, ...record } = explained as Explained
  assert.deepEqual(record, plain)
  assert.deepEqual(provenance, (jsonOf(await call(`${ONE}&explain=true`)) as Explained).provenance)
})
