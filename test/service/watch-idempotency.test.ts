import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '../../adapters/client/index.ts'
import { assertError, assertInvalid, headerOf, jsonOf, startBench } from '../support/service-bench.ts'
import { callWatch, WATCH, type PrintedWatch } from '../support/watch-bench.ts'

const RULE = { field: 'price', when: 'below', value: 20 }
const BODY = {
  endpoint: 'market.product',
  items: [{ query: 'B0SHLFX301', reference: 'row 7' }],
  every: '6h',
  rules: [RULE],
}

type Watches = Awaited<ReturnType<typeof startBench>>

const post = (bench: Watches, key: string, body: unknown, name: string) =>
  bench.call(WATCH, {
    method: 'POST',
    key,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': name },
  })

test('Idempotency-Key of a watch: the same key and body give the first answer again, whatever the watch has become', async () => {
  const bench = await startBench()
  const { key } = await bench.createCaller()
  const first = await post(bench, key, BODY, 'watch-1')
  assert.equal(first.status, 201)
  const again = await post(bench, key, JSON.stringify(BODY, null, 2), 'watch-1')
  assert.deepEqual([again.status, again.bytes], [201, first.bytes])
  assert.equal(headerOf(again, 'location'), headerOf(first, 'location'))
  assert.deepEqual([headerOf(first, 'Svc-Replayed'), headerOf(again, 'Svc-Replayed')], [null, 'true'])
  // Compared is what was parsed: the case of an ASIN, and a default that is written out, do not count.
  const same = { ...BODY, confirm: 2, items: [{ query: ' b0shlfx301', reference: 'row 7', timeout: 30 }] }
  assert.deepEqual((await post(bench, key, same, 'watch-1')).bytes, first.bytes)
  const turned = { ...BODY, rules: [{ value: 20, when: 'below', field: 'price' }], fields: null, keep: null }
  assert.deepEqual((await post(bench, key, turned, 'watch-1')).bytes, first.bytes)
  const { id } = jsonOf(first) as PrintedWatch
  assert.equal((await callWatch(bench, key, 'PATCH', `/${id}`, { every: '12h', status: 'paused' })).status, 200)
  assert.deepEqual((await post(bench, key, BODY, 'watch-1')).bytes, first.bytes)
  const { watches } = jsonOf(await callWatch(bench, key, 'GET', '')) as { watches: readonly unknown[] }
  assert.equal(watches.length, 1)
  // A watch that is gone is not answered again: it would not run.
  assert.equal((await callWatch(bench, key, 'DELETE', `/${id}`)).status, 200)
  const second = await post(bench, key, BODY, 'watch-1')
  assert.deepEqual([second.status, headerOf(second, 'Svc-Replayed')], [201, null])
  assert.notEqual((jsonOf(second) as PrintedWatch).id, id)
  await bench.close()
})

test('Idempotency-Key of a watch: another body, a batch or a paid request is a conflict, another workspace is not', async () => {
  const bench = await startBench()
  const { key, workspace } = await bench.createCaller()
  const other = await bench.createCaller()
  assert.equal((await post(bench, key, BODY, 'watch-2')).status, 201)
  const bodies = [
    { ...BODY, every: '12h' },
    { ...BODY, items: [{ query: 'B0SHLFX302', reference: 'row 7' }] },
    { ...BODY, items: [{ query: 'B0SHLFX301' }] },
    { ...BODY, rules: [{ ...RULE, value: 21 }] },
    { ...BODY, rules: [] },
  ]
  for (const body of bodies) {
    assertError(await post(bench, key, body, 'watch-2'), 409, { error: 'idempotency_conflict' })
  }
  const batch = { endpoint: BODY.endpoint, items: BODY.items }
  const headers = { 'Idempotency-Key': 'watch-2' }
  assertError(await bench.createBatch(key, batch, headers), 409, { error: 'idempotency_conflict' })
  const paid = await bench.call('/api/v1/market/product?query=B0SHLFX301', { key, headers })
  assertError(paid, 409, { error: 'idempotency_conflict' })
  assert.equal((await bench.createBatch(key, batch, { 'Idempotency-Key': 'batch-2' })).status, 201)
  assertError(await post(bench, key, BODY, 'batch-2'), 409, { error: 'idempotency_conflict' })
  const sandbox = (await bench.createKey(workspace, 'test')).fullKey
  for (const caller of [other.key, sandbox]) assert.equal((await post(bench, caller, BODY, 'watch-2')).status, 201)
  assertInvalid(await post(bench, key, BODY, 'a b'), ['Idempotency-Key'])
  assertInvalid(await post(bench, key, { ...BODY, every: 'often' }, 'a b'), ['every', 'Idempotency-Key'])
  await bench.close()
})

test('Idempotency-Key of a watch at the same time: one watch; and the client sends one', async () => {
  const bench = await startBench()
  const { key } = await bench.createCaller({ plan: 'pro' })
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(bench, key, BODY, 'at-once')))
  assert.equal(new Set(answers.map((answer) => (jsonOf(answer) as PrintedWatch).id)).size, 1)
  assert.equal(answers.filter((answer) => headerOf(answer, 'Svc-Replayed') === null).length, 1)
  const client = createClient({ baseUrl: `http://127.0.0.1:${bench.port}`, key })
  const watch = { endpoint: 'market.product' as const, items: BODY.items, every: '6h' }
  const made = await client.watch.create(watch, { idempotencyKey: 'mine' })
  const repeated = await client.watch.create(watch, { idempotencyKey: 'mine' })
  assert.deepEqual([made.meta.replayed, repeated.meta.replayed], [false, true])
  assert.equal(repeated.data.id, made.data.id)
  assert.notEqual((await client.watch.create(watch)).data.id, made.data.id)
  await bench.close()
})
