import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  batchCalls,
  creditsOf,
  PRODUCT_ITEM,
  products,
  type BatchRecord,
  type BatchResult,
} from '../support/batch-calls.ts'
import { assertInvalid, BATCH, headerOf, jsonOf, PRODUCT, SEARCH, startBench } from '../support/service-bench.ts'

const bench = await startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '200' } })
after(() => bench.close())
const { key } = await bench.createCaller()
const { create, poll, finish } = batchCalls(bench, key)

test('creation: 201 with the subset of the record', async () => {
  const answer = await bench.createBatch(key, { endpoint: 'market.product', items: [PRODUCT_ITEM] })
  assert.equal(answer.status, 201)
  const { id, created_at, webhook_signature_secret: secret, ...rest } = jsonOf(answer) as BatchRecord
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.ok(Math.abs(Date.parse(String(created_at)) - Date.now()) < 60_000)
  assert.match(String(created_at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.deepEqual(rest, { status: 'pending', total_count: 1, poll_url: `${BATCH}/${id}` })
  assert.equal(headerOf(answer, 'Svc-Cost'), '0')
  assert.match(headerOf(answer, 'Svc-Concurrency') ?? '', /^1\/\d+ requests$/)
  assert.match(headerOf(answer, 'Svc-Rps') ?? '', /^\d+\/\d+$/)
})

test('the secret is returned exactly once', async () => {
  const { id, webhook_signature_secret: secret } = await create(products('B0SHLFX301'))
  for (const path of [`${BATCH}/${id}`, `${BATCH}/${id}?limit=0`]) {
    assert.ok(!(await bench.call(path, { key })).bytes.toString().includes(secret))
  }
  const { id: other, webhook_signature_secret: another } = await create(products('B0SHLFX301'))
  assert.notEqual(other, id)
  assert.notEqual(another, secret)
})

test('poll: the full record, with data as the synchronous endpoint gives it', async () => {
  const items = [
    { query: 'b0shlfx301', domain: 'de' },
    { query: 'B0SHLFX302', domain: 'fr', language: 'fr_FR', reference: 'ü 1' },
    { query: 'B0GONE0404' },
  ]
  const { id } = await create({ endpoint: 'market.product', items })
  const { results, created_at, started_at, completed_at, ...rest } = await finish(id)
  assert.deepEqual(rest, {
    id,
    status: 'complete',
    endpoint: 'market.product',
    total_count: 3,
    processed_count: 3,
    success_count: 2,
    failure_count: 1,
    credits_charged: 10,
    estimated_completion_at: null,
    webhook_url: null,
    webhook_delivery_status: null,
    webhook_last_error: null,
    webhook_delivered_at: null,
    metadata: {},
    schedule_id: null,
    deliver: null,
  })
  const times = [created_at, started_at, completed_at].map(String)
  assert.deepEqual(times.toSorted(), times)
  const byIndex = results.toSorted((left, right) => left.index - right.index)
  for (const [index, result] of byIndex.slice(0, 2).entries()) {
    const { query, domain } = items[index] as { query: string; domain: string }
    const language = index === 1 ? '&language=fr_FR' : ''
    const { data, duration_ms: durationMs, fetched_at: fetchedAt, ...facts } = result
    const answer = await bench.call(`${PRODUCT}?query=${query}&domain=${domain}${language}`, { key })
    assert.deepEqual(facts, {
      index,
      input: items[index],
      status: 'ok',
      http_status: 200,
      error: null,
      credits_charged: 5,
      attempts: 1,
      source_status: 200,
      resolved_url: headerOf(answer, 'Svc-Resolved-Url'),
      extractor_version: headerOf(answer, 'Svc-Extractor-Version'),
    })
    assert.ok(!Number.isNaN(Date.parse(fetchedAt ?? '')))
    assert.ok(Number.isInteger(durationMs) && durationMs > 0)
    assert.deepEqual(data, jsonOf(answer))
  }
  const {
    duration_ms: durationMs,
    fetched_at: fetchedAt,
    ...missing
  } = byIndex[2] as BatchResult & Record<string, unknown>
  assert.ok(!Number.isNaN(Date.parse(fetchedAt ?? '')))
  const { extractor_version: extractor, ...facts } = missing
  assert.match(String(extractor), /^shelfmark@/)
  assert.ok(Number.isInteger(durationMs))
  assert.deepEqual(facts, {
    index: 2,
    input: items[2],
    status: 'error',
    http_status: 404,
    data: null,
    error: { error: 'product_not_found', retryable: false },
    credits_charged: 0,
    attempts: 1,
    source_status: 404,
    resolved_url: 'https://www.amazon.com/dp/B0GONE0404',
  })
})

test('errors of items are those of the synchronous endpoint', async () => {
  const expected = {
    B0GONE0404: [404, 'product_not_found'],
    B0CAPTCHA0: [502, 'target_unreachable'],
    B0SHELL000: [502, 'extraction_failed'],
    B0WRONG000: [502, 'asin_mismatch'],
    B0GALLERY0: [502, 'generic_gallery_page'],
  } as const
  const { id } = await create(products(...Object.keys(expected)))
  const { results, credits_charged: credits } = await finish(id)
  assert.equal(credits, 0)
  for (const { input, http_status: status, error } of results) {
    const query = String(input['query'])
    assert.deepEqual([status, error?.['error']], expected[query as keyof typeof expected], query)
    const answer = await bench.product(query, key)
    assert.deepEqual([answer.status, jsonOf(answer)], [status, error])
  }
  assert.equal(results.length, 5)
})

test('searches: pages are charged each, and combined', async () => {
  const items = [
    { query: 'kettle', domain: 'co.uk', pages: 2 },
    { query: 'sandbox:nothing', domain: 'de' },
  ]
  const { id } = await create({ endpoint: 'market.search', items })
  const { results, credits_charged: credits } = await finish(id)
  assert.equal(credits, 15)
  for (const { index, data, credits_charged: own } of results) {
    assert.equal(own, index === 0 ? 10 : 5)
    const path = index === 0 ? 'query=kettle&domain=co.uk&pages=2' : 'query=sandbox:nothing&domain=de'
    assert.deepEqual(data, jsonOf(await bench.call(`${SEARCH}?${path}`, { key })))
  }
})

test('add_html of an item attaches its page', async () => {
  const { id } = await create({
    endpoint: 'market.product',
    items: [{ ...PRODUCT_ITEM, add_html: true }, PRODUCT_ITEM],
  })
  const { results } = await finish(id)
  const htmls = results.toSorted((a, b) => a.index - b.index).map(({ data }) => typeof data?.['html'])
  assert.deepEqual(htmls, ['string', 'undefined'])
})

test('duplicates in a batch are separate items', async () => {
  const { id } = await create(products('B0SHLFX301', 'B0SHLFX301', 'B0SHLFX301'))
  const { success_count: successes, credits_charged: credits } = await finish(id)
  assert.deepEqual([successes, credits], [3, 15])
})

test('a sandbox key: simulated, never charged', async () => {
  const sandbox = await bench.createCaller(undefined, 'test')
  const { id } = await create(products('B0SHLFX301'), bench, sandbox.key)
  const { results, credits_charged: credits } = await finish(id, bench, sandbox.key)
  assert.deepEqual([credits, results[0]?.status, results[0]?.credits_charged], [0, 'ok', 0])
  assert.equal(await creditsOf(sandbox.workspace, bench), 0)
})

test('each item is charged separately, and the ledger is their sum', async () => {
  const other = await bench.createCaller()
  const { id } = await create(products('B0SHLFX301', 'B0GONE0404', 'B0SHLFX303'), bench, other.key)
  const { credits_charged: credits, results } = await finish(id, bench, other.key)
  assert.equal(credits, 10)
  assert.equal(
    results.reduce((sum, { credits_charged: own }) => sum + own, 0),
    10,
  )
  assert.equal(await creditsOf(other.workspace, bench), 10)
})

test('when the allowance is used up, the remaining items are 402 and cost nothing', async () => {
  const poor = await startBench({
    settings: { SHELFMARK_BATCH_INTERVAL_MS: '200' },
    prepare: async (store) => {
      const { id } = await store.workspaces.create({ name: 'poor' })
      const { key: made } = await store.keys.create(id, { mode: 'live', name: 'a key' })
      const reservation = await store.ledger.reserve(id, 4990, Date.now())
      assert.ok(reservation !== 'insufficient_credits')
      await store.ledger.settle(reservation, { chargeId: 'before', keyId: made.id, record: 'product', credits: 4990 })
    },
  })
  const [workspace] = await poor.administrate('workspaces.list', {})
  assert.ok(workspace)
  const { fullKey } = await poor.createKey(workspace.id)
  const { id } = await create(products('B0SHLFX301', 'B0SHLFX302', 'B0SHLFX303', 'B0SHLFX304'), poor, fullKey)
  const { results, credits_charged: credits } = await finish(id, poor, fullKey)
  assert.equal(credits, 10)
  const refused = results.filter(({ http_status: status }) => status === 402)
  assert.equal(refused.length, 2)
  assert.deepEqual(refused[0]?.error, { error: 'insufficient_credits' })
  assert.equal(await creditsOf(workspace.id, poor), 5000)
  await poor.close()
})

test('paging: offset and limit choose results, in the order of completion', async () => {
  const { id } = await create(products('B0SHLFX301', 'B0SHLFX302', 'B0SHLFX303', 'B0SHLFX304', 'B0SHLFX305'))
  const all = (await finish(id)).results.map(({ index }) => index)
  assert.equal(all.length, 5)
  const rows: readonly (readonly [string, readonly number[]])[] = [
    ['?offset=0', all],
    ['?limit=2', all.slice(0, 2)],
    ['?offset=3', all.slice(3)],
    ['?offset=1&limit=3', all.slice(1, 4)],
    ['?offset=5', []],
    ['?offset=99&limit=1', []],
    ['?limit=0', []],
    ['?limit=999999999', all],
  ]
  for (const [query, expected] of rows) {
    const { results, processed_count: processed } = await poll(id, query)
    assert.deepEqual(
      results.map(({ index }) => index),
      expected,
      query,
    )
    assert.equal(processed, 5)
  }
  for (const [query, params] of [
    ['?offset=-1', ['offset']],
    ['?limit=x', ['limit']],
    ['?offset=1.5&limit=', ['offset', 'limit']],
    ['?limit=1&limit=2', ['limit']],
    ['?offset=9999999999', ['offset']],
  ] as const) {
    assertInvalid(await bench.call(`${BATCH}/${id}${query}`, { key }), params)
  }
  const twice = await bench.call(`${BATCH}/${id}?limit=1&limit=2`, { key })
  assert.match(twice.bytes.toString(), /must not be passed twice with different values/)
  const far = await bench.call(`${BATCH}/${id}?offset=9999999999`, { key })
  assert.match(far.bytes.toString(), /must be a whole number from 0 to 999999999/)
})
