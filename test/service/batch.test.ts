import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  assertError,
  assertInvalid,
  BATCH,
  headerOf,
  jsonOf,
  PRODUCT,
  SEARCH,
  startBench,
  type Answer,
  type Bench,
} from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

interface Result {
  readonly index: number
  readonly input: Readonly<Record<string, unknown>>
  readonly status: string
  readonly http_status: number
  readonly data: Readonly<Record<string, unknown>> | null
  readonly error: Readonly<Record<string, unknown>> | null
  readonly duration_ms: number
  readonly credits_charged: number
  readonly fetched_at: string | null
}

interface Record_ extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly status: string
  readonly poll_url: string
  readonly webhook_signature_secret: string
  readonly results: readonly Result[]
}

const PRODUCT_ITEM = { query: 'B0SHLFX301', domain: 'de' }
const products = (...queries: string[]) => ({
  endpoint: 'market.product',
  items: queries.map((query) => ({ query, domain: 'com' })),
})
const NOT_FOUND = { error: 'not_found' }
const DAY_MS = 86_400_000

const RUN_AGE = /^shelfmark_batch_run_age_seconds\{kind="live"\} (-?[\d.e+-]+)$/m
const WIDE_SANDBOX = { plan: 'custom', overrides: { concurrency: 1000, sustainedPerSecond: 500 } }

/** Time at which the clock of the service stands. Null: it runs. */
let stoppedMs: number | null = null
let bench: Bench
let caller: Awaited<ReturnType<Bench['createCaller']>>
let key: string

before(async () => {
  bench = await startBench({
    settings: { SHELFMARK_BATCH_INTERVAL_MS: '200' },
    epochMs: () => stoppedMs ?? Date.now(),
  })
  caller = await bench.createCaller()
  key = caller.key
})
after(() => bench.close())

async function create(body: unknown, of = bench, ofKey = key): Promise<Record_> {
  const answer = await of.createBatch(ofKey, body)
  assert.equal(answer.status, 201, answer.bytes.toString())
  return jsonOf(answer) as Record_
}

async function poll(id: string, rest = '', of = bench, ofKey = key): Promise<Record_> {
  const answer = await of.call(`${BATCH}/${id}${rest}`, { key: ofKey })
  assert.equal(answer.status, 200, answer.bytes.toString())
  return jsonOf(answer) as Record_
}

/** Polls until a batch has ended. */
async function finish(id: string, of = bench, ofKey = key): Promise<Record_> {
  let ended: Record_ | null = null
  const hasEnded = async (rest: string): Promise<boolean> => {
    const answer = await of.call(`${BATCH}/${id}${rest}`, { key: ofKey })
    // Polls of a slow batch can be more than the key's rate allows.
    if (answer.status === 429) return false
    ended = jsonOf(answer) as Record_
    return ended.status === 'complete' || ended.status === 'failed'
  }
  await until(() => hasEnded('?limit=0'), `the end of the batch ${id}`)
  await until(() => hasEnded(''), `the results of the batch ${id}`)
  return ended ?? assert.fail('there is no answer')
}

const creditsOf = async (workspace: string, of = bench): Promise<number> =>
  (await of.readUsage(workspace)).reduce((sum, { credits }) => sum + credits, 0)

test('creation: 201 with the subset of the record', async () => {
  const answer = await bench.createBatch(key, { endpoint: 'market.product', items: [PRODUCT_ITEM] })
  assert.equal(answer.status, 201)
  const { id, created_at, webhook_signature_secret: secret, ...rest } = jsonOf(answer) as Record_
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.ok(Math.abs(Date.parse(String(created_at)) - Date.now()) < 60_000)
  assert.match(String(created_at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.match(secret, /^whsec_[A-Za-z0-9_-]{43}$/)
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
    webhook_url: null,
    webhook_delivery_status: null,
    webhook_last_error: null,
    webhook_delivered_at: null,
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
  const { duration_ms: durationMs, fetched_at: fetchedAt, ...missing } = byIndex[2] as Result & Record<string, unknown>
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
  assert.equal(await creditsOf(sandbox.workspace), 0)
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
  assert.equal(await creditsOf(other.workspace), 10)
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

const badBodies: readonly (readonly [why: string, body: unknown, params: readonly string[]])[] = [
  ['no JSON', '{"endpoint":', ['body']],
  ['nothing', '', ['body']],
  ['a list', [], ['body']],
  ['null', null, ['body']],
  ['endpoint and items are required', {}, ['endpoint', 'items']],
  ['endpoint is unknown', { ...products('B0SHLFX301'), endpoint: 'market.prices' }, ['endpoint']],
  ['no items', { endpoint: 'market.product', items: [] }, ['items']],
  ['items is not a list', { endpoint: 'market.product', items: { query: 'B0SHLFX301' } }, ['items']],
  ['1,001 items', products(...Array<string>(1001).fill('B0SHLFX301')), ['items']],
  ['an item is not an object', { endpoint: 'market.product', items: ['B0SHLFX301', null] }, ['items[0]', 'items[1]']],
  ['one bad item of four', products('B0SHLFX301', 'B0SHLFX302', 'B0SHLFX303', 'short'), ['items[3].query']],
  [
    'every bad parameter of every item',
    { endpoint: 'market.product', items: [{ domain: 'ru' }, { ...PRODUCT_ITEM, language: 'de', add_html: 'yes' }] },
    ['items[0].query', 'items[0].domain', 'items[1].language', 'items[1].add_html'],
  ],
  [
    'items of a search',
    { endpoint: 'market.search', items: [{ query: ' ', pages: 11, sort_by: 'x' }] },
    ['items[0].query', 'items[0].sort_by', 'items[0].pages'],
  ],
  ['webhook_url is not a string', { ...products('B0SHLFX301'), webhook_url: 1 }, ['webhook_url']],
  ['webhook_url is not a URL', { ...products('B0SHLFX301'), webhook_url: 'receiver' }, ['webhook_url']],
  ['webhook_url is http', { ...products('B0SHLFX301'), webhook_url: 'http://example.com/' }, ['webhook_url']],
  ['webhook_url is private', { ...products('B0SHLFX301'), webhook_url: 'https://10.0.0.1/' }, ['webhook_url']],
  ['webhook_url is loopback', { ...products('B0SHLFX301'), webhook_url: 'https://localhost/' }, ['webhook_url']],
  [
    'everything at once',
    { endpoint: 'market.product', items: [{}], webhook_url: 'ftp://x' },
    ['items[0].query', 'webhook_url'],
  ],
]

for (const [why, body, params] of badBodies) {
  test(`400: ${why}`, async () => {
    const answer = await bench.createBatch(key, body)
    assertInvalid(answer, params)
    assert.equal(headerOf(answer, 'Svc-Cost'), '0')
  })
}

test('1,000 items are accepted', async () => {
  const { id, ...rest } = await create(products(...Array<string>(1000).fill('B0SHLFX301')))
  assert.equal(rest['total_count'], 1000)
  assert.equal((await bench.call(`${BATCH}/${id}`, { key, method: 'DELETE' })).status, 200)
})

test('501: a parameter on the roadmap in an item, reported after invalid ones', async () => {
  const items = [PRODUCT_ITEM, { ...PRODUCT_ITEM, screenshot: false }, { ...PRODUCT_ITEM, render_js: true }]
  const answer = await bench.createBatch(key, { endpoint: 'market.product', items })
  assertError(answer, 501, { error: 'not_implemented', params: ['render_js', 'screenshot'] })
  const worse = await bench.createBatch(key, { endpoint: 'market.product', items: [...items, {}] })
  assertInvalid(worse, ['items[3].query'])
})

test('415: the body is not application/json', async () => {
  const body = JSON.stringify(products('B0SHLFX301'))
  for (const type of ['text/plain', 'application/jsonp', 'application/x-www-form-urlencoded']) {
    const answer = await bench.createBatch(key, body, { 'Content-Type': type })
    assertError(answer, 415, { error: 'unsupported_media_type' })
  }
  const bare = await bench.call(BATCH, { key, method: 'POST', body })
  assertError(bare, 415, { error: 'unsupported_media_type' })
  for (const type of ['application/json; charset=utf-8', 'Application/JSON']) {
    assert.equal((await bench.createBatch(key, body, { 'Content-Type': type })).status, 201)
  }
})

test('413: the body is larger than 3 MiB', async () => {
  const item = { ...PRODUCT_ITEM, more: 'x'.repeat(3 * 1024 * 1024) }
  const answer = await bench.createBatch(key, { endpoint: 'market.product', items: [item] })
  assertError(answer, 413, { error: 'payload_too_large' })
})

for (const [what, body, message] of [
  ['nests more than 32 levels', '['.repeat(1_000_000), 'must not nest more than 32 levels'],
  ['has more than 100,000 values', `[${'0,'.repeat(1_000_000)}0]`, 'must not have more than 100000 values'],
] as const) {
  test(`400: the body ${what}; it is not parsed`, async () => {
    const answer = await bench.createBatch(key, body)
    assertError(answer, 400, { error: 'invalid_params', details: [{ param: 'body', message }] })
  })
}

test('401: without a key, with a wrong one, with a revoked one', async () => {
  const { id } = await create(products('B0SHLFX301'))
  const revoked = await bench.createCaller()
  await bench.administrate('keys.revoke', { key: revoked.keyId })
  const calls = [
    (with_: object) =>
      bench.call(BATCH, { ...with_, method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }),
    (with_: object) => bench.call(`${BATCH}/${id}`, with_),
    (with_: object) => bench.call(`${BATCH}/${id}`, { ...with_, method: 'DELETE' }),
    (with_: object) => bench.call(`${BATCH}/${id}/redeliver`, { ...with_, method: 'POST' }),
  ]
  for (const call of calls) {
    assertError(await call({}), 401, { error: 'unauthorized' })
    assertError(await call({ key: `svc_live_${'0'.repeat(44)}` }), 401, { error: 'unauthorized' })
    assertError(await call({ key: revoked.key }), 401, { error: 'revoked' })
  }
  assert.equal((await bench.call(`${BATCH}/${id}?api_key=${key}`)).status, 200)
})

test('404: an unknown batch and a batch of another workspace get equal answers', async () => {
  const { id } = await create(products('B0SHLFX301'))
  const other = await bench.createCaller()
  const shown = ({ status, bytes, headers }: Answer) => ({
    status,
    body: bytes.toString(),
    names: headers.map(([name]) => name),
  })
  const unknown = [
    '00000000-0000-4000-8000-000000000000',
    'x',
    '%00',
    `${id}:results`,
    id.toUpperCase(),
    "' OR 1=1 --".replaceAll(' ', '%20'),
  ]
  for (const method of ['GET', 'DELETE'] as const) {
    const foreign = await bench.call(`${BATCH}/${id}`, { key: other.key, method })
    assertError(foreign, 404, NOT_FOUND)
    for (const name of unknown) {
      const answer = await bench.call(`${BATCH}/${name}`, { key: other.key, method })
      assert.deepEqual(shown(answer), shown(foreign), name)
    }
  }
  assertError(await bench.call(`${BATCH}/${id}/redeliver`, { key: other.key, method: 'POST' }), 404, NOT_FOUND)
  assert.equal((await poll(id)).id, id)
})

test('405: other methods, with the allowed ones', async () => {
  const { id } = await create(products('B0SHLFX301'))
  const rows: readonly (readonly [string, string, string])[] = [
    [BATCH, 'HEAD', 'POST, GET, OPTIONS'],
    [BATCH, 'PUT', 'POST, GET, OPTIONS'],
    [`${BATCH}/${id}`, 'POST', 'GET, DELETE, OPTIONS'],
    [`${BATCH}/${id}`, 'HEAD', 'GET, DELETE, OPTIONS'],
    [`${BATCH}/${id}/redeliver`, 'GET', 'POST, OPTIONS'],
  ]
  for (const [path, method, allow] of rows) {
    const answer = await bench.call(path, { key, method })
    assert.equal(answer.status, 405, `${method} ${path}`)
    assert.equal(headerOf(answer, 'allow') ?? headerOf(answer, 'Allow'), allow)
  }
  const options = await bench.call(`${BATCH}/${id}`, { method: 'OPTIONS' })
  assert.deepEqual(
    [options.status, headerOf(options, 'allow') ?? headerOf(options, 'Allow')],
    [204, 'GET, DELETE, OPTIONS'],
  )
})

test("creation and polling count toward the caller's rate, items do not", async () => {
  const slow = await bench.createCaller({ plan: 'free' })
  const { id } = await create(products(...Array<string>(40).fill('B0SLOW2000')), bench, slow.key)
  await sleep(600)
  // Nothing is refilled while 40 calls are made.
  stoppedMs = Date.now()
  const answer = await bench.call(`${BATCH}/${id}`, { key: slow.key })
  assert.equal(headerOf(answer, 'Svc-Concurrency'), '1/50 requests')
  const statuses = new Set<number>()
  for (let call = 0; call < 40; call++) statuses.add((await bench.call(`${BATCH}/${id}`, { key: slow.key })).status)
  assert.deepEqual(statuses, new Set([200, 429]))
  const refused = await bench.createBatch(slow.key, products('B0SHLFX301'))
  assert.equal(refused.status, 429)
  assert.match(headerOf(refused, 'Retry-After') ?? headerOf(refused, 'retry-after') ?? '', /^[1-9]\d*$/)
  stoppedMs = null
  const cancel = () => bench.call(`${BATCH}/${id}`, { key: slow.key, method: 'DELETE' })
  await until(async () => (await cancel()).status === 200, 'a call is admitted again')
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

test('cancel: open items are aborted, results stay, running items are not charged', async () => {
  const other = await bench.createCaller()
  const { id } = await create(
    products('B0SHLFX301', 'B0SLOW2000', ...Array<string>(300).fill('B0SHLFX303')),
    bench,
    other.key,
  )
  await until(async () => (await poll(id, '?limit=0', bench, other.key))['processed_count'] !== 0, 'a result')
  const answer = await bench.call(`${BATCH}/${id}`, { key: other.key, method: 'DELETE' })
  assert.equal(answer.status, 200)
  const canceled = jsonOf(answer) as Record_
  const { status, processed_count: processed, credits_charged: credits, completed_at: completedAt } = canceled
  assert.deepEqual([status, processed], ['failed', 302])
  assert.ok(typeof completedAt === 'string')
  const aborted = canceled.results.filter(({ error }) => error?.['error'] === 'batch_aborted')
  assert.ok(aborted.length > 0 && aborted.length < 302)
  assert.deepEqual(
    [aborted[0]?.status, aborted[0]?.data, aborted[0]?.credits_charged, Object.keys(aborted[0]?.error ?? {})],
    ['error', null, 0, ['error']],
  )
  assert.equal(new Set(canceled.results.map(({ index }) => index)).size, 302)
  await sleep(2500)
  assert.deepEqual(await poll(id, '', bench, other.key), canceled)
  assert.equal(await creditsOf(other.workspace), credits)
  const again = await bench.call(`${BATCH}/${id}`, { key: other.key, method: 'DELETE' })
  assert.deepEqual(jsonOf(again), canceled)
})

test('cancel of a complete batch has no effect', async () => {
  const { id } = await create(products('B0SHLFX301'))
  const complete = await finish(id)
  const answer = await bench.call(`${BATCH}/${id}`, { key, method: 'DELETE' })
  assert.deepEqual([answer.status, jsonOf(answer)], [200, complete])
})

test('Idempotency-Key: the same key and body give the first answer again, 200, with its secret', async () => {
  const headers = { 'Idempotency-Key': 'order-1' }
  const body = products('B0SHLFX301', 'B0SHLFX302')
  const first = await bench.createBatch(key, body, headers)
  assert.equal(first.status, 201)
  const again = await bench.createBatch(key, JSON.stringify(body, null, 2), headers)
  assert.equal(again.status, 200)
  assert.deepEqual(jsonOf(again), jsonOf(first))
  // Also when the batch has ended.
  await finish((jsonOf(first) as Record_).id)
  assert.deepEqual(jsonOf(await bench.createBatch(key, body, headers)), jsonOf(first))
})

test('Idempotency-Key: with another master key, a batch is 503 until the first one is back, and is not lost', async () => {
  const headers = { 'Idempotency-Key': 'sealed' }
  const body = products('B0SHLFX301')
  const start = (masterKey: string, folder?: string) =>
    startBench({
      settings: { SHELFMARK_MASTER_KEY: masterKey.repeat(32) },
      ...(folder === undefined ? {} : { folder }),
    })
  const first = await start('a')
  const own = await first.createCaller()
  const created = await first.createBatch(own.key, body, headers)
  await first.stop()
  const other = await start('b', first.folder)
  const refused = await other.createBatch(own.key, body, headers)
  assertError(refused, 503, { error: 'unavailable' })
  assert.equal(headerOf(refused, 'retry-after'), '5')
  const { id } = jsonOf(created) as Record_
  assert.equal((await other.call(`${BATCH}/${id}`, { key: own.key })).status, 200)
  await other.stop()
  const right = await start('a', first.folder)
  const again = await right.createBatch(own.key, body, headers)
  assert.deepEqual([again.status, jsonOf(again)], [200, jsonOf(created)])
  await right.close()
})

test('Idempotency-Key: another body is a conflict, another workspace is not', async () => {
  const headers = { 'Idempotency-Key': 'order-2' }
  assert.equal((await bench.createBatch(key, products('B0SHLFX301'), headers)).status, 201)
  const conflict = await bench.createBatch(key, products('B0SHLFX302'), headers)
  assertError(conflict, 409, { error: 'idempotency_conflict' })
  const other = await bench.createCaller()
  assert.equal((await bench.createBatch(other.key, products('B0SHLFX302'), headers)).status, 201)
  const second = await bench.createKey(caller.workspace)
  assert.equal((await bench.createBatch(second.fullKey, products('B0SHLFX301'), headers)).status, 200)
})

test('Idempotency-Key: 1 to 255 visible characters', async () => {
  const bad = ['', ' ', 'a b', 'x'.repeat(256), 'ü']
  for (const text of bad) {
    const headers = { 'Idempotency-Key': Buffer.from(text).toString('latin1') }
    assertInvalid(await bench.createBatch(key, products('B0SHLFX301'), headers), ['Idempotency-Key'])
  }
  for (const text of ['!', '~', 'x'.repeat(255)]) {
    assert.equal((await bench.createBatch(key, products('B0SHLFX301'), { 'Idempotency-Key': text })).status, 201)
  }
})

test('Idempotency-Key at the same time: one batch', async () => {
  const headers = { 'Idempotency-Key': 'at-once' }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => bench.createBatch(key, products('B0SHLFX301'), headers)),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((left, right) => left - right),
    [...Array<number>(7).fill(200), 201],
  )
  assert.equal(new Set(answers.map((answer) => (jsonOf(answer) as Record_).id)).size, 1)
})

test('a run takes at most the configured number of items, shared fairly by the batches', async () => {
  const INTERVAL_MS = 500
  const ITEMS = 6
  const paced = await startBench({
    settings: { SHELFMARK_BATCH_INTERVAL_MS: String(INTERVAL_MS), SHELFMARK_BATCH_ITEMS: String(ITEMS) },
  })
  const own = await paced.createCaller()
  const start = Date.now()
  /** The first run can be late, and the next at its time. */
  const mostRuns = (): number => Math.floor((Date.now() - start) / INTERVAL_MS) + 2
  const large = await create(products(...Array<string>(40).fill('B0SHLFX301')), paced, own.key)
  const small = await create(products('B0SHLFX302'), paced, own.key)
  const counts = new Set<number>()
  for (let status: unknown = ''; status !== 'complete';) {
    const record = await poll(large.id, '?limit=0', paced, own.key)
    const done = Number(record['processed_count'])
    assert.ok(done <= mostRuns() * ITEMS, `${done} were done at once`)
    counts.add(done)
    status = record.status
    await sleep(20)
  }
  // 40 and 1, 6 at a time: 7 runs, however slow the machine is.
  assert.ok(mostRuns() >= 7)
  assert.ok(counts.size > 2)
  const [last, first] = await Promise.all([large, small].map(({ id }) => poll(id, '?limit=0', paced, own.key)))
  assert.ok(String(first?.['completed_at']) < String(last?.['completed_at']), 'the small one waited for the large one')
  await paced.close()
})

test('another interval after a restart, and a clock that was days ahead, stop no batch', async () => {
  let aheadMs = 0
  const epochMs = () => Date.now() + aheadMs
  const countRuns = (of: Bench) => of.callAdmin('/metrics').then(({ bytes }) => RUN_AGE.exec(bytes.toString())?.[1])
  const first = await startBench({ epochMs, settings: { SHELFMARK_BATCH_INTERVAL_MS: '200' } })
  const own = await first.createCaller()
  aheadMs = 2 * DAY_MS
  const { id } = await create(products('B0SHLFX301'), first, own.key)
  assert.equal((await finish(id, first, own.key)).status, 'complete')
  assert.ok(Number(await countRuns(first)) < 3600)
  aheadMs = 0
  // The time of the last run is now days ahead, and so are the limits of the key.
  const { id: later } = await create(products('B0SHLFX301'), first, own.key)
  assert.equal((await finish(later, first, own.key)).status, 'complete')
  await first.stop()
  const second = await startBench({ folder: first.folder, settings: { SHELFMARK_BATCH_INTERVAL_MS: '400' } })
  const { id: last } = await create(products('B0SHLFX301'), second, own.key)
  assert.equal((await finish(last, second, own.key)).status, 'complete')
  await second.close()
})

test('more items without a result than the plan allows: 429 quota_exceeded; sandbox items count apart', async () => {
  // No item gets a result: a run begins before there is one.
  const still = await startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '3600000', SHELFMARK_DRAIN_MS: '0' } })
  const own = await still.createCaller({ plan: 'free' })
  const sandbox = await still.createKey(own.workspace, 'test')
  const items = (count: number) => products(...Array<string>(count).fill('B0SHLFX301'))
  for (const ofKey of [own.key, sandbox.fullKey]) {
    const { id } = await create(items(600), still, ofKey)
    const refused = await still.createBatch(ofKey, items(401))
    const message =
      'The workspace can have 1000 items of batches without a result, and would have more. Retry after 60 s, when more of them have one.'
    assertError(refused, 429, { error: 'quota_exceeded', message })
    assert.equal(headerOf(refused, 'Retry-After') ?? headerOf(refused, 'retry-after'), '60')
    await create(items(400), still, ofKey)
    assert.equal((await still.call(`${BATCH}/${id}`, { key: ofKey, method: 'DELETE' })).status, 200)
    await create(items(600), still, ofKey)
  }
  await still.close()
})

test('sandbox batches do not delay live ones, and batches of a workspace do not delay those of another', async () => {
  const paced = await startBench({
    settings: { SHELFMARK_BATCH_INTERVAL_MS: '300', SHELFMARK_BATCH_ITEMS: '10' },
  })
  const [victim, many, sandbox] = [
    await paced.createCaller(),
    await paced.createCaller(),
    await paced.createCaller(WIDE_SANDBOX, 'test'),
  ]
  const queries = (count: number) => products(...Array<string>(count).fill('B0SHLFX301'))
  const others: string[] = []
  for (let count = 0; count < 12; count++) {
    others.push((await create(queries(12), paced, many.key)).id)
    await create(queries(40), paced, sandbox.key)
  }
  const { id } = await create(queries(20), paced, victim.key)
  const { completed_at: end } = await finish(id, paced, victim.key)
  const done = await Promise.all(others.map((other) => poll(other, '?limit=0', paced, many.key)))
  const doneCount = done.reduce((sum, { processed_count: count }) => sum + Number(count), 0)
  // The victim has half of each run. One batch of many others would have a thirteenth, and would end after them.
  assert.ok(doneCount < 12 * 12, `${doneCount} of the others at ${String(end)}`)
  await paced.close()
})

test('an item that ended its process five times fails with extraction_failed, without a charge; the others succeed', async () => {
  const own = { workspace: '', key: '', id: '' }
  const input = '{"query":"B0SHLFX301","domain":"com"}'
  const again = await startBench({
    settings: { SHELFMARK_BATCH_INTERVAL_MS: '200' },
    prepare: async (store) => {
      own.workspace = (await store.workspaces.create({ name: 'a workspace', plan: 'pro' })).id
      const { key: created, fullKey } = await store.keys.create(own.workspace, { mode: 'live', name: 'a key' })
      const made = await store.batches.create({
        id: '11111111-1111-4111-8111-111111111111',
        workspaceId: own.workspace,
        keyId: created.id,
        mode: 'live',
        endpoint: 'market.product',
        createdAtMs: Date.now(),
        sealedSecret: 'plain:whsec_secret',
        webhookUrl: null,
        inputs: [input, input, input],
        idempotency: null,
        maxPending: 3,
      })
      assert.ok(typeof made === 'object')
      Object.assign(own, { key: fullKey, id: made.batch.id })
      const { claims } = await store.batches.claimRun(
        { mode: 'live', intervalMs: 0, maxItems: 3 },
        { nowMs: Date.now(), leaseMs: 60_000 },
      )
      // Work began five times and did not end; that on the second began four times.
      for (const claim of claims) await store.batches.setDeaths(claim, [5, 4, 0][claim.index] ?? 0)
    },
  })
  const { status, results } = await finish(own.id, again, own.key)
  assert.equal(status, 'complete')
  const byIndex = results.toSorted((left, right) => left.index - right.index)
  assert.deepEqual(
    byIndex.map(({ http_status: code, error, credits_charged: credits }) => [code, error?.['error'], credits]),
    [
      [502, 'extraction_failed', 0],
      [200, undefined, 5],
      [200, undefined, 5],
    ],
  )
  assert.equal(await creditsOf(own.workspace, again), 10)
  await again.close()
})

test('a restart resumes: every item has one result, and is charged once', async () => {
  // Eight runs: the service ends long before the last of them.
  const settings = { SHELFMARK_BATCH_INTERVAL_MS: '500', SHELFMARK_BATCH_ITEMS: '20' }
  const first = await startBench({ settings: { ...settings, SHELFMARK_DRAIN_MS: '0' } })
  const own = await first.createCaller()
  const queries = Array.from({ length: 150 }, (_, index) => `B0SHLFX${String(300 + index)}`)
  const { id } = await create(products(...queries), first, own.key)
  const countDone = async () => Number((await poll(id, '?limit=0', first, own.key))['processed_count'])
  await until(async () => (await countDone()) >= 10, '10 results')
  await first.stop()
  const second = await startBench({ folder: first.folder, settings })
  const before = await poll(id, '?limit=0', second, own.key)
  assert.equal(before.status, 'running')
  const { results, status, credits_charged: credits } = await finish(id, second, own.key)
  assert.deepEqual([status, results.length, credits], ['complete', 150, 750])
  assert.equal(new Set(results.map(({ index }) => index)).size, 150)
  assert.equal(await creditsOf(own.workspace, second), 750)
  await second.close()
})

test('a batch older than a day is stopped; results are kept for 7 days, the record longer', async () => {
  let offset = 0
  const later = await startBench({
    epochMs: () => Date.now() + offset,
    // No run begins.
    settings: { SHELFMARK_BATCH_INTERVAL_MS: '3600000', SHELFMARK_DRAIN_MS: '0' },
  })
  const own = await later.createCaller()
  const { id } = await create(products('B0SHLFX301', 'B0SHLFX302'), later, own.key)
  assert.equal((await poll(id, '', later, own.key)).status, 'pending')
  await later.stop()
  offset = DAY_MS + 1
  const again = await startBench({
    folder: later.folder,
    epochMs: () => Date.now() + offset,
    settings: { SHELFMARK_BATCH_INTERVAL_MS: '3600000' },
  })
  const { status, results } = await finish(id, again, own.key)
  assert.deepEqual([status, results.length], ['failed', 2])
  assert.deepEqual(new Set(results.map(({ error }) => error?.['error'])), new Set(['batch_aborted']))
  await again.stop()
  offset = 8 * DAY_MS + 2
  const last = await startBench({
    folder: later.folder,
    epochMs: () => Date.now() + offset,
    settings: { SHELFMARK_BATCH_INTERVAL_MS: '3600000' },
  })
  const askResults = () => last.call(`${BATCH}/${id}`, { key: own.key })
  await until(async () => (await askResults()).status === 410, 'the results are removed')
  assertError(await askResults(), 410, { error: 'results_expired' })
  const record = await poll(id, '?limit=0', last, own.key)
  assert.deepEqual(
    [record.status, record.results, record['total_count'], record['failure_count']],
    ['failed', [], 2, 2],
  )
  await last.close()
})

test('sandbox keys and live keys of a workspace do not see, cancel or repeat batches of each other', async () => {
  const workspace = await bench.createWorkspace()
  const [live, sandbox] = [await bench.createKey(workspace, 'live'), await bench.createKey(workspace, 'test')]
  const body = products('B0SHLFX301')
  const headers = { 'Idempotency-Key': 'order-1' }
  const idOf = async ({ fullKey }: { fullKey: string }): Promise<string> => {
    const answer = await bench.createBatch(fullKey, body, headers)
    assert.equal(answer.status, 201)
    return (jsonOf(answer) as { id: string }).id
  }
  const ids = [await idOf(live), await idOf(sandbox)] as const
  assert.notEqual(ids[0], ids[1])
  for (const [{ fullKey }, own, other] of [
    [live, ids[0], ids[1]],
    [sandbox, ids[1], ids[0]],
  ] as const) {
    assert.equal((await bench.call(`${BATCH}/${own}`, { key: fullKey })).status, 200)
    assertError(await bench.call(`${BATCH}/${other}`, { key: fullKey }), 404, { error: 'not_found' })
    assertError(await bench.call(`${BATCH}/${other}`, { key: fullKey, method: 'DELETE' }), 404, { error: 'not_found' })
    const again = await bench.call(`${BATCH}/${other}/redeliver`, { key: fullKey, method: 'POST' })
    assertError(again, 404, { error: 'not_found' })
  }
})

test('revoking a key says how many of its batches run, and cancels them if asked', async () => {
  const epochMs = (): number => Date.UTC(2030, 0)
  const own = await startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '3600000' }, epochMs })
  const { workspace, key, keyId } = await own.createCaller()
  const other = await own.createKey(workspace)
  const created = [
    await own.createBatch(key, products('B0SHLFX301')),
    await own.createBatch(key, products('B0SHLFX302')),
  ]
  const kept = await own.createBatch(other.fullKey, products('B0SHLFX301'))
  const statusOf = async (answer: Answer): Promise<string> => {
    const { id } = jsonOf(answer) as { id: string }
    return (jsonOf(await own.call(`${BATCH}/${id}`, { key: other.fullKey })) as { status: string }).status
  }
  const revoke = (input: object): Promise<object> => own.administrate('keys.revoke', { key: keyId, ...input })
  const first = (await revoke({})) as { runningBatches: number; cancelledBatches: number }
  assert.deepEqual([first.runningBatches, first.cancelledBatches], [2, 0])
  assert.notEqual(await statusOf(created[0] as Answer), 'failed')
  const second = (await revoke({ cancelBatches: true })) as typeof first
  assert.deepEqual([second.runningBatches, second.cancelledBatches], [0, 2])
  for (const answer of created) assert.equal(await statusOf(answer), 'failed')
  assert.notEqual(await statusOf(kept), 'failed')
  // On the clock of the service, as everything else.
  const { id } = jsonOf(created[0] as Answer) as Record_
  const canceled = jsonOf(await own.call(`${BATCH}/${id}`, { key: other.fullKey })) as { completed_at: string }
  assert.equal(canceled.completed_at, '2030-01-01T00:00:00.000Z')
  await own.close()
})
