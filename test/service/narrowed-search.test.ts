import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, test } from 'node:test'
import { createClient } from '../../adapters/client/index.ts'
import { recordTool } from '../../adapters/mcp/market-tools.ts'
import { requireRecord, type SearchResponse } from '../../core/index.ts'
import { cliPath } from '../support/built-path.ts'
import {
  assertError,
  assertInvalid,
  headerOf,
  jsonOf,
  SEARCH,
  startBench,
  type Answer,
} from '../support/service-bench.ts'

const bench = await startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '200' } })
after(() => bench.close())
const { key } = await bench.createCaller()
const client = createClient({ baseUrl: `http://127.0.0.1:${bench.port}`, key })
const call = (query: string, headers: Record<string, string> = {}): Promise<Answer> =>
  bench.call(`${SEARCH}?${query}`, { key, headers })

/** An option of a refinement that no result has to meet yet. */
function optionOf({ refinements }: SearchResponse, id: string) {
  const option = refinements.find((refinement) => refinement.id === id)?.options.find(({ is_selected }) => !is_selected)
  assert.ok(option !== undefined, id)
  return { ...option, name: option.name ?? '' }
}

const { data: all } = await client.search({ query: 'lantern', domain: 'de' })
const [brand, node, seller] = ['p_89', 'n', 'p_6'].map((id) => optionOf(all, id))
assert.ok(brand !== undefined && node !== undefined && seller !== undefined)

test('an option is a request of its own, and then selected', async () => {
  const { data, meta } = await client.search({ query: 'lantern', domain: 'de', refine: [brand.value] })
  assert.ok(data.products.length > 0 && data.products.length < all.products.length)
  assert.equal(meta.cost, 5)
  const selected = data.refinements.flatMap(({ options }) => options).filter(({ is_selected }) => is_selected)
  assert.deepEqual(selected, [{ ...brand, is_selected: true }])
  const named = await client.search({ query: 'lantern', domain: 'de', brand: brand.name })
  assert.deepEqual(named.data, data)
})

test('a node is answered with its ladder, also of several pages; and without words', async () => {
  const id = node.value.slice(2)
  const { data } = await client.search({ query: 'lantern', domain: 'de', node: id, pages: 2 })
  assert.deepEqual(data.node, { id, name: node.name, ladder: [{ name: node.name, url: null }] })
  const { data: whole } = await client.search({ node: id, domain: 'de' })
  assert.equal(whole.node?.id, id)
  assert.ok(whole.products.length > 0)
})

test('several values of a parameter are passed by repeating it', async () => {
  const query = `query=lantern&domain=de&refine=${encodeURIComponent(brand.value)}&refine=${encodeURIComponent(seller.value)}`
  const both = jsonOf(await call(query)) as SearchResponse
  const bySdk = await client.search({ query: 'lantern', domain: 'de', refine: [seller.value, brand.value] })
  assert.deepEqual(both, bySdk.data)
})

test('an idempotency key knows the conditions, in any order, and no others', async () => {
  const name = { 'Idempotency-Key': 'narrowed' }
  const first = await call('query=lantern&domain=de&refine=p_89:Norwick&refine=p_72:1&min_price=1', name)
  assert.equal(headerOf(first, 'Svc-Cost'), '5')
  const again = await call('query=lantern&domain=de&refine=p_72:1&refine=p_89:Norwick&min_price=1.00', name)
  assert.deepEqual([headerOf(again, 'Svc-Cost'), headerOf(again, 'Svc-Replayed')], ['0', 'true'])
  assert.deepEqual(again.bytes, first.bytes)
  for (const other of ['refine=p_89:Norwick&min_price=1', 'refine=p_89:Norwick&refine=p_72:1', 'node=5']) {
    assertError(await call(`query=lantern&domain=de&${other}`, name), 409, { error: 'idempotency_conflict' })
  }
})

test('what is wrong together is refused in words', async () => {
  const answer = await call('brand=Norwick&min_price=20&max_price=10&refine=p_89:Veldora')
  assertInvalid(answer, ['query', 'min_price', 'max_price', 'refine'])
  const { details } = jsonOf(answer) as { details: { message: string }[] }
  assert.deepEqual(
    details.map(({ message }) => message),
    [
      'is required unless node or seller is passed',
      'must not be above max_price',
      'must not be below min_price',
      'must not have p_89: together with brand, which says the same',
    ],
  )
})

test('an item of a batch has the same parameters', async () => {
  const items = [
    { query: 'lantern', domain: 'de', refine: brand.value },
    { query: 'lantern', domain: 'de', refine: [brand.value], reference: 'a list' },
    { domain: 'de', node: node.value.slice(2), max_price: 40 },
  ] as const
  const created = await client.batch.create({
    endpoint: 'market.search',
    items: items.map((item) => ({ ...item, refine: 'refine' in item ? [item.refine].flat() : undefined })),
  })
  const results = []
  for await (const result of client.batch.results(created.data.id)) results.push(result)
  const byIndex = results.toSorted((left, right) => left.index - right.index)
  assert.deepEqual(
    byIndex.map(({ status }) => status),
    ['ok', 'ok', 'ok'],
  )
  assert.deepEqual(byIndex[0]?.data?.products, byIndex[1]?.data?.products)
  assert.equal(byIndex[2]?.data?.node?.name, node.name)
  const raw = await bench.createBatch(key, { endpoint: 'market.search', items: [items[0], { max_price: 5 }] })
  assertInvalid(raw, ['items[1].query'])
})

test('a language model searches by node or seller without words', async () => {
  const asked: unknown[] = []
  const retrieve = async (_: string, params: object): Promise<never> => {
    asked.push(params)
    return all as never
  }
  const tool = recordTool(requireRecord('search'), { retrieve })
  const { signal } = new AbortController()
  const input = { seller: 'A1SHELF0000001', min_price: 2.5, refine: [brand.value], fields: ['asin'], limit: 2 }
  const { data } = await tool.run(input as never, signal)
  assert.equal((data['records'] as unknown[]).length, 2)
  assert.deepEqual(asked, [
    { query: undefined, domain: 'com', seller: 'A1SHELF0000001', min_price: 2.5, refine: [brand.value] },
  ])
})

test('the command search takes the same', async () => {
  const run = (...args: string[]): Promise<{ code: number; output: string; errors: string }> =>
    new Promise((resolve) => {
      const env = { PATH: process.env.PATH, SHELFMARK_WORKERS: '1' }
      execFile(process.execPath, [cliPath(), ...args, '--source', 'sandbox'], { env }, (error, output, errors) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, errors })
      })
    })
  const line = ['lantern', '--domain', 'de', '--brand', brand.name, '--refine', seller.value, '--min-price', '1']
  const searched = await run('search', ...line)
  const { data } = await client.search({
    query: 'lantern',
    domain: 'de',
    brand: brand.name,
    refine: [seller.value],
    min_price: 1,
  })
  assert.deepEqual(JSON.parse(searched.output), data)
  const fetched = await run(
    'fetch',
    'search',
    'lantern',
    '--domain',
    'de',
    '--set',
    `brand=${brand.name}`,
    '--set',
    `refine=${seller.value}`,
    '--set',
    'refine=p_36:100-',
  )
  assert.equal((JSON.parse(fetched.output) as SearchResponse).products.length, data.products.length)
  const ofSeller = await run('search', '--seller', 'A1SHELF0000001')
  assert.ok((JSON.parse(ofSeller.output) as SearchResponse).products.length > 0)
  const nothing = await run('search')
  assert.deepEqual(
    [nothing.code, nothing.errors],
    [2, 'shelfmark: Invalid query: it is required unless node or seller is passed.\n'],
  )
})
