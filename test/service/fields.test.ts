import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClient } from '../../adapters/client/index.ts'
import type { Product, SearchResponse } from '../../core/index.ts'
import { batchCalls, creditsOf } from '../support/batch-calls.ts'
import { runCli } from '../support/cli-process.ts'
import { assertError, headerOf, jsonOf, PRODUCT, SEARCH, startBench, type Bench } from '../support/service-bench.ts'

type Json = Readonly<Record<string, unknown>>

const ONE = `${PRODUCT}?query=B0SHLFX301&domain=de`
const CARDS = `${SEARCH}?query=kettle`
const RULE = 'must be names of fields, separated by commas'

let bench: Bench
let key: string
let workspace: string

before(async () => {
  bench = await startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '200' } })
  ;({ key, workspace } = await bench.createCaller())
})
after(() => bench.close())

const get = async (target: string): Promise<Json> => {
  const answer = await bench.call(target, { key })
  assert.equal(answer.status, 200, answer.bytes.toString())
  return jsonOf(answer) as Json
}

const pick = (record: Json, ...names: string[]): Json => Object.fromEntries(names.map((name) => [name, record[name]]))

test('fields gives the named fields alone, in the order of the record, at the same price', async () => {
  const whole = await get(ONE)
  const answer = await bench.call(`${ONE}&fields=price,%20currency,title,price`, { key })
  assert.deepEqual(Object.entries(jsonOf(answer) as Json), Object.entries(pick(whole, 'title', 'price', 'currency')))
  assert.equal(headerOf(answer, 'Svc-Cost'), '5')
})

test('html and provenance come along when they are asked for, and html does not otherwise', async () => {
  const page = await get(`${ONE}&fields=title&add_html=true`)
  assert.deepEqual(Object.keys(page), ['title', 'html'])
  const { provenance, ...rest } = await get(`${ONE}&fields=price,html&explain=true`)
  assert.deepEqual(Object.keys(rest), ['price'])
  const { provenance: all } = await get(`${ONE}&explain=true`)
  assert.deepEqual(provenance, all)
})

test('fields of a search of one page and of several', async () => {
  const [one, two] = [await get(CARDS), await get(`${CARDS}&pages=2`)]
  assert.deepEqual(await get(`${CARDS}&fields=products`), pick(one, 'products'))
  assert.deepEqual(await get(`${CARDS}&fields=page`), { page: 1 })
  assert.deepEqual(await get(`${CARDS}&pages=2&fields=products`), pick(two, 'products'))
  assert.deepEqual(await get(`${SEARCH}?query=sandbox:nothing&fields=no_results,page`), { page: 1, no_results: true })
})

test('fields that are repeated, as generated clients send them, are one list', async () => {
  assert.deepEqual(await get(`${ONE}&fields=price&fields=title`), await get(`${ONE}&fields=title,price`))
})

test('wrong names and empty lists are refused with the nearest name, before anything is charged', async () => {
  const before = await creditsOf(workspace, bench)
  const rows: readonly [target: string, message: string][] = [
    [`${ONE}&fields=titel`, 'has names that are not fields of "product": "titel" (did you mean "title"?)'],
    [`${ONE}&fields=titel,titel`, 'has names that are not fields of "product": "titel" (did you mean "title"?)'],
    [`${ONE}&fields=price,zzz`, 'has names that are not fields of "product": "zzz"'],
    [`${CARDS}&fields=asin`, 'has names that are not fields of "search": "asin". Each card of "products" is whole'],
    [`${CARDS}&fields=product`, 'has names that are not fields of "search": "product" (did you mean "products"?)'],
    [`${ONE}&fields=a1,b2,c3,d4,e5`, 'has names that are not fields of "product": "a1", "b2", "c3"'],
    [`${ONE}&fields=${'x'.repeat(5000)}`, `has names that are not fields of "product": "${'x'.repeat(40)}..."`],
    [`${ONE}&fields=`, RULE],
    [`${ONE}&fields=title,`, RULE],
    [`${ONE}&fields=price&fields=titel`, 'has names that are not fields of "product": "titel" (did you mean "title"?)'],
  ]
  for (const [target, message] of rows) {
    const details = [{ param: 'fields', message }]
    assertError(await bench.call(target, { key }), 400, { error: 'invalid_params', details })
  }
  assert.equal(await creditsOf(workspace, bench), before)
})

test('items of a batch have fields too, as a text or as a list; a wrong name refuses the batch', async () => {
  const { create, finish } = batchCalls(bench, key)
  const query = 'B0SHLFX301'
  const items = [
    { query, fields: 'price,title' },
    { query, fields: ['title'] },
    { query, fields: null },
  ]
  const { results } = await finish((await create({ endpoint: 'market.product', items })).id)
  const [text, list, all] = results.toSorted((left, right) => left.index - right.index)
  assert.deepEqual(Object.keys(text?.data ?? {}), ['title', 'price'])
  assert.deepEqual(Object.keys(list?.data ?? {}), ['title'])
  assert.ok(Object.keys(all?.data ?? {}).length > 50)
  assert.deepEqual([text?.input['fields'], list?.input['fields']], ['price,title', ['title']])
  const wrong = [
    { query, fields: [] },
    { query, fields: [1] },
    { query, fields: ['prize'] },
    { query, fields: true },
  ]
  assertError(await bench.createBatch(key, { endpoint: 'market.product', items: wrong }), 400, {
    error: 'invalid_params',
    details: [
      { param: 'items[0].fields', message: RULE },
      { param: 'items[1].fields', message: RULE },
      {
        param: 'items[2].fields',
        message: 'has names that are not fields of "product": "prize" (did you mean "price"?)',
      },
      { param: 'items[3].fields', message: RULE },
    ],
  })
})

test('with an Idempotency-Key, other fields are another request, and their order does not count', async () => {
  const ask = (fields: string) =>
    bench.call(`${ONE}&fields=${fields}`, { key, headers: { 'Idempotency-Key': 'chosen' } })
  const statuses: number[] = []
  for (const fields of ['title,price', 'price,title', 'title']) statuses.push((await ask(fields)).status)
  assert.deepEqual(statuses, [200, 200, 409])
})

test('the client types the fields that it asks for', async () => {
  const client = createClient({ baseUrl: `http://127.0.0.1:${bench.port}`, key })
  const { data } = await client.product({ query: 'B0SHLFX301', fields: ['title', 'price'] })
  const chosen: Pick<Product, 'title' | 'price'> = data
  assert.deepEqual(Object.keys(chosen), ['title', 'price'])
  // @ts-expect-error: it was not asked for.
  assert.equal(data.brand, undefined)
  const explained = await client.search({ query: 'kettle', fields: ['page'], explain: true })
  const page: Pick<SearchResponse, 'page'> = explained.data
  assert.equal(page.page, 1)
  assert.ok(explained.data.provenance.winners)
})

test('get, search and fetch have --fields', async () => {
  const run = (...args: string[]) => runCli([...args, '--source', 'sandbox'], { env: { SHELFMARK_WORKERS: '1' } })
  const product = await run('get', 'B0SHLFX301', '--fields', 'asin,page')
  assert.deepEqual(JSON.parse(product.output), { asin: 'B0SHLFX301', page: 1 })
  const search = await run('search', 'kettle', '--fields', 'page')
  assert.deepEqual(JSON.parse(search.output), { page: 1 })
  const table = await run('fetch', 'product', 'B0SHLFX301', '--fields', 'asin,page', '--format', 'jsonl')
  const line = { query: 'B0SHLFX301', domain: 'com', record: { asin: 'B0SHLFX301', page: 1 }, error: null }
  assert.deepEqual(JSON.parse(table.output), line)
  const wrong = await run('get', 'B0SHLFX301', '--fields', 'asn')
  assert.equal(wrong.code, 2)
  assert.match(wrong.errors, /"asn" \(did you mean "asin"\?\)/)
})
