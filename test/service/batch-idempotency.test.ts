import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { batchCalls, products, type BatchRecord } from '../support/batch-calls.ts'
import { assertError, assertInvalid, BATCH, headerOf, jsonOf, startBench } from '../support/service-bench.ts'

const bench = await startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '200' } })
after(() => bench.close())
const caller = await bench.createCaller()
const { key } = caller
const { finish } = batchCalls(bench, key)

test('Idempotency-Key: the same key and body give the first answer again, with its status, Location and secret', async () => {
  const headers = { 'Idempotency-Key': 'order-1' }
  const body = products('B0SHLFX301', 'B0SHLFX302')
  const first = await bench.createBatch(key, body, headers)
  assert.equal(first.status, 201)
  const again = await bench.createBatch(key, JSON.stringify(body, null, 2), headers)
  assert.deepEqual([again.status, again.bytes], [201, first.bytes])
  assert.equal(headerOf(again, 'location'), headerOf(first, 'location'))
  assert.deepEqual([headerOf(first, 'Svc-Replayed'), headerOf(again, 'Svc-Replayed')], [null, 'true'])
  // Compared is what was parsed: the case of an ASIN does not count.
  assert.deepEqual((await bench.createBatch(key, products(' b0shlfx301', 'B0SHLFX302'), headers)).bytes, first.bytes)
  // Also when the batch has ended.
  await finish((jsonOf(first) as BatchRecord).id)
  assert.deepEqual(jsonOf(await bench.createBatch(key, body, headers)), jsonOf(first))
})

test('Idempotency-Key: what changes no answer does not count, and what does is another body', async () => {
  const item = { query: 'B0SHLFX301', domain: 'de', fields: 'title,asin', reference: 'row 7' }
  const body = { endpoint: 'market.product', items: [item], metadata: { team: 'a', run: '1' } }
  const create = (more: object, of: object = {}) =>
    bench.createBatch(key, { ...body, ...of, items: [{ ...item, ...more }] }, { 'Idempotency-Key': 'order-3' })
  const first = await create({})
  assert.equal(first.status, 201)
  for (const more of [
    { timeout: 30 },
    { fields: ['asin', 'title'] },
    { language: 'de_DE' },
    { reviews: false, add_html: '0' },
    { zip: null },
  ]) {
    assert.deepEqual((await create(more)).bytes, first.bytes, JSON.stringify(more))
  }
  assert.deepEqual((await create({}, { metadata: { run: '1', team: 'a' }, webhook_url: null })).bytes, first.bytes)
  for (const more of [{ explain: true }, { language: 'en_GB' }, { reference: 'row 8' }, { fields: 'title' }]) {
    assertError(await create(more), 409, { error: 'idempotency_conflict' })
  }
  assertError(await create({}, { metadata: { run: '2', team: 'a' } }), 409, { error: 'idempotency_conflict' })
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
  const { id } = jsonOf(created) as BatchRecord
  assert.equal((await other.call(`${BATCH}/${id}`, { key: own.key })).status, 200)
  await other.stop()
  const right = await start('a', first.folder)
  const again = await right.createBatch(own.key, body, headers)
  assert.deepEqual([again.status, jsonOf(again)], [201, jsonOf(created)])
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
  assert.equal((await bench.createBatch(second.fullKey, products('B0SHLFX301'), headers)).status, 201)
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
  assert.deepEqual(answers.map((answer) => headerOf(answer, 'Svc-Replayed') ?? 'new').toSorted(), [
    'new',
    ...Array<string>(7).fill('true'),
  ])
  assert.equal(new Set(answers.map((answer) => (jsonOf(answer) as BatchRecord).id)).size, 1)
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
