import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { batchCalls, PRODUCT_ITEM, products } from '../support/batch-calls.ts'
import {
  assertError,
  assertInvalid,
  BATCH,
  headerOf,
  jsonOf,
  startBench,
  type Answer,
} from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

const NOT_FOUND = { error: 'not_found' }

/** Time at which the clock of the service stands. Null: it runs. */
let stoppedMs: number | null = null

const bench = await startBench({
  settings: { SHELFMARK_BATCH_INTERVAL_MS: '200' },
  epochMs: () => stoppedMs ?? Date.now(),
})
after(() => bench.close())
const caller = await bench.createCaller()
const { key } = caller
const { create, poll } = batchCalls(bench, key)

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

test('400: a body is refused with what is wrong in it, without a part of it', async () => {
  const itemsOf = (count: number) => products(...Array<string>(count).fill('B0SHLFX301'))
  const rows: readonly (readonly [body: unknown, param: string, message: string])[] = [
    [itemsOf(1001), 'items', 'must be a list of 1 to 1000 items, and has 1001'],
    [itemsOf(0), 'items', 'must be a list of 1 to 1000 items, and has 0'],
    [{ ...itemsOf(1), items: 'B0SHLFX301' }, 'items', 'must be a list of 1 to 1000 items'],
    ['{"endpoint":', 'body', 'must be JSON: it ends too early'],
    ['\uFEFF{"items": [\n  secret\n]}', 'body', 'must be JSON: there is a mistake at line 2, column 3'],
  ]
  for (const [body, param, message] of rows) {
    const answer = await bench.createBatch(key, body)
    assertError(answer, 400, { error: 'invalid_params', details: [{ param, message }] })
  }
})

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

test('a batch of 1,000 items of the longest texts fits, with every character escaped', async () => {
  const escape = (text: string): string =>
    Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')
  const item = `{"${escape('query')}":"${escape('é'.repeat(500))}","${escape('reference')}":"${escape('ü'.repeat(200))}"}`
  const own = await bench.createCaller({ plan: 'pro' })
  const body = `{"endpoint":"market.search","items":[${Array<string>(1000).fill(item).join()}]}`
  assert.ok(body.length > 4_000_000, String(body.length))
  const created = await bench.createBatch(own.key, body)
  assert.equal(created.status, 201, created.bytes.toString())
  await bench.call(`${BATCH}/${(jsonOf(created) as { id: string }).id}`, { key: own.key, method: 'DELETE' })
})

test('413: the body is larger than 8 MiB', async () => {
  const item = { ...PRODUCT_ITEM, more: 'x'.repeat(8 * 1024 * 1024) }
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
