import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LoggedRequest } from '../../adapters/store/request-log.ts'
import { headerOf, jsonOf, PRODUCT, SEARCH, startBench, type Bench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

const ALL = { from: '2000-01-01', to: '2999-12-31' }

/** Requests of a workspace, once there are so many. Order: oldest first. */
async function readLog(bench: Bench, workspace: string, count: number): Promise<LoggedRequest[]> {
  let found: readonly LoggedRequest[] = []
  await until(async () => {
    found = (await bench.administrate('requests.list', { workspace, ...ALL, limit: 500 })).requests
    return found.length >= count
  }, `${count} requests in the log`)
  assert.equal(found.length, count)
  return found.toReversed()
}

test('requests are recorded with what was asked for and how they ended', async (t) => {
  const bench = await startBench()
  t.after(() => bench.close())
  const { workspace, keyId, key } = await bench.createCaller({ plan: 'custom', overrides: { sustainedPerSecond: 500 } })
  const ok = await bench.product('B0SHLFX301', key, '&domain=de&zip=10115')
  assert.equal(ok.status, 200)
  assert.equal((await bench.product('B0GONE0404', key, '&domain=de')).status, 404)
  assert.equal((await bench.product('', key, '&domain=nowhere')).status, 400)
  const { fullKey: reader } = await bench.administrate('keys.create', {
    workspace,
    kind: 'live',
    name: 'reader',
    scopes: ['read'],
  })
  assert.equal((await bench.search('lantern', reader, '&domain=de')).status, 403)
  assert.equal((await bench.call('/api/v1/account', { key })).status, 200)

  const [first, missing, wrong, forbidden] = await readLog(bench, workspace, 4)
  const { id, atMs, durationMs, ...rest } = first ?? assert.fail()
  assert.ok(id.length > 0 && atMs > 0 && durationMs >= 0)
  assert.deepEqual(rest, {
    workspaceId: workspace,
    keyId,
    mode: 'live',
    requestId: headerOf(ok, 'Svc-Request-Id'),
    batchId: null,
    endpoint: `GET ${PRODUCT}`,
    record: 'product',
    input: 'query=B0SHLFX301 domain=de zip=10115',
    place: 'zip=10115',
    outcome: 'ok',
    reason: null,
    attempts: Number(headerOf(ok, 'Svc-Attempts')),
    credits: Number(headerOf(ok, 'Svc-Cost')),
  })
  assert.deepEqual([missing?.outcome, missing?.credits], ['product_not_found', 0])
  assert.ok(typeof missing?.reason === 'string')
  assert.deepEqual([wrong?.outcome, wrong?.input, wrong?.attempts], ['invalid_params', 'query= domain=nowhere', 0])
  assert.deepEqual(
    [forbidden?.outcome, forbidden?.record, forbidden?.endpoint],
    ['forbidden_scope', null, `GET ${SEARCH}`],
  )

  const failed = { workspace, ...ALL, outcome: 'failed' }
  const sums = await bench.administrate('requests.sum', failed)
  assert.deepEqual([sums.isWhole, sums.outcomes.map(({ count }) => count)], [true, [1, 1, 1]])
  const page = await bench.administrate('requests.list', { ...failed, limit: 2 })
  assert.equal(page.requests.length, 2)
  const rest2 = await bench.administrate('requests.list', { ...failed, limit: 2, after: page.next })
  assert.deepEqual([rest2.requests.length, rest2.next], [1, null])
  const answer = await bench.callAdmin('/admin/v1/requests.list', {
    method: 'POST',
    body: JSON.stringify({ ...failed, after: 'x' }),
  })
  assert.deepEqual([answer.status, (jsonOf(answer) as { error: string }).error], [400, 'invalid_input'])
})

test('items of a batch are recorded with their batch; the log has no secret, no unknown parameter and no record', async (t) => {
  const receiver = 'http://127.0.0.1:9'
  const settings = { SHELFMARK_BATCH_INTERVAL_MS: '100', SHELFMARK_WEBHOOK_ALLOW: receiver }
  const bench = await startBench({ settings })
  t.after(() => bench.close())
  const { workspace, key } = await bench.createCaller()
  const secret = 'session-id=123-4567890-1234567'
  await bench.call(`${PRODUCT}?query=B0SHLFX301&domain=de&cookie=${secret}&title=${key}`, { key })
  await bench.product(key, key, '&domain=de')
  const items = ['B0SHLFX301', 'B0GONE0404'].map((query, at) => ({ query, domain: 'de', reference: `order ${at}` }))
  const created = await bench.createBatch(key, { endpoint: 'market.product', items, webhook_url: `${receiver}/x` })
  const batch = jsonOf(created) as { id: string; webhook_secret: string }
  const log = await readLog(bench, workspace, 4)
  const own = log.filter(({ batchId }) => batchId === batch.id)
  assert.deepEqual(
    own
      .toSorted((a, b) => (a.requestId < b.requestId ? -1 : 1))
      .map(({ requestId, outcome, input }) => [requestId, outcome, input]),
    [
      [`${batch.id}:0`, 'ok', 'query=B0SHLFX301 domain=de reference=order 0'],
      [`${batch.id}:1`, 'product_not_found', 'query=B0GONE0404 domain=de reference=order 1'],
    ],
  )
  const text = JSON.stringify(log)
  for (const never of [secret, key, batch.webhook_secret, receiver, '<html']) {
    assert.ok(!text.includes(never), never)
  }
  const listed = await bench.administrate('requests.list', { workspace, ...ALL, text: 'ORDER 1' })
  assert.deepEqual(
    listed.requests.map(({ batchId }) => batchId),
    [batch.id],
  )
})

test('the log is off with SHELFMARK_REQUEST_LOG_DAYS=0', async (t) => {
  const bench = await startBench({ settings: { SHELFMARK_REQUEST_LOG_DAYS: '0' } })
  t.after(() => bench.close())
  const { workspace, key } = await bench.createCaller()
  await bench.product('B0SHLFX301', key, '&domain=de')
  // What is counted later is written: a recorder would have written before.
  const isCounted = async (): Promise<boolean> =>
    (await bench.administrate('statistics.read', { series: 'requests', ...ALL })).length > 0
  await until(isCounted, 'the statistics of the request')
  const { requests } = await bench.administrate('requests.list', { workspace, ...ALL })
  assert.deepEqual(requests, [])
})

test('requests with a key that is revoked, has expired or is used elsewhere are in the log of its workspace, in part', async (t) => {
  let offset = 0
  const bench = await startBench({ epochMs: () => Date.now() + offset })
  t.after(() => bench.close())
  const { workspace, keyId, key } = await bench.createCaller()
  const create = (more: object) =>
    bench.administrate('keys.create', { workspace, kind: 'live', name: 'another', ...more })
  const ending = await create({ expiresAt: new Date(Date.now() + 60_000).toISOString() })
  const elsewhere = await create({ allowedAddresses: ['203.0.113.0/24'] })
  await bench.administrate('keys.revoke', { key: keyId })
  offset = 61_000
  const unknown = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`
  for (const [sent, status, error] of [
    [unknown, 401, 'unauthorized'],
    [key, 401, 'revoked'],
    [ending.fullKey, 401, 'revoked'],
    [elsewhere.fullKey, 403, 'forbidden_address'],
  ] as const) {
    const answer = await bench.product('B0SHLFX301', sent, '&domain=de')
    assert.deepEqual([answer.status, jsonOf(answer)], [status, { error }])
    assert.equal(headerOf(answer, 'Svc-Reason'), null)
  }
  // A flood with one of them.
  for (let count = 0; count < 20; count++) await bench.product('B0SHLFX301', key, '&domain=de')
  const log = await readLog(bench, workspace, 12)
  const of = (id: string): LoggedRequest[] => log.filter((request) => request.keyId === id)
  assert.deepEqual(
    [ending.key.id, elsewhere.key.id].map((id) => of(id).map(({ outcome, reason }) => [outcome, reason])),
    [[['revoked', 'key_expired']], [['forbidden_address', null]]],
  )
  const revoked = of(keyId)
  assert.equal(revoked.length, 10)
  for (const request of revoked) {
    assert.deepEqual(
      [request.outcome, request.reason, request.endpoint, request.input, request.credits],
      ['revoked', 'key_revoked', `GET ${PRODUCT}`, '', 0],
    )
  }
  // Those of one millisecond have no order.
  assert.equal(revoked.filter(({ isPart }) => isPart === true).length, 1)
  assert.doesNotMatch(JSON.stringify(log), /svc_live_/)
  const some = await bench.administrate('requests.list', { workspace, ...ALL, reason: 'key_expired' })
  assert.equal(some.requests.length, 1)
})

test('a body that can not be read is refused in the log as in the answer', async (t) => {
  const bench = await startBench()
  t.after(() => bench.close())
  const { workspace, key } = await bench.createCaller()
  const headers = { 'Content-Type': 'application/json' }
  const send = (body: string, more: Readonly<Record<string, string>> = {}) =>
    bench.call('/api/v1/market/batch', { method: 'POST', key, body, headers: { ...headers, ...more } })
  assert.equal((await send(' '.repeat(9 * 1024 * 1024))).status, 413)
  assert.equal((await send('{}', { 'Content-Encoding': 'rot13' })).status, 415)
  const outcomes = (await readLog(bench, workspace, 2)).map(({ outcome }) => outcome)
  assert.deepEqual(outcomes, ['payload_too_large', 'unsupported_media_type'])
})
