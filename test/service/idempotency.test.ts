import assert from 'node:assert/strict'
import { once } from 'node:events'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import type { Ledger } from '../../adapters/store/ledger.ts'
import { SqlLedger } from '../../adapters/store/sql/ledger.ts'
import { SqlStorage } from '../../adapters/store/sql/storage.ts'
import { MAX_REPLAYS } from '../../core/policy/index.ts'
import {
  assertError,
  assertInvalid,
  headerOf,
  jsonOf,
  PRODUCT,
  SEARCH,
  startBench,
  type Answer,
  type Bench,
} from '../support/service-bench.ts'
import { inTime, until } from '../support/wait.ts'

type Settle = Ledger['settle']

let bench: Bench

before(async () => {
  bench = await startBench()
})
after(() => bench.close())

const ask = (key: string, name: string, target = `${PRODUCT}?query=B0SHLFX301`) =>
  bench.call(target, { key, headers: { 'Idempotency-Key': name } })

const spent = async (workspace: string): Promise<number> =>
  (await bench.readUsage(workspace)).reduce((sum, { credits }) => sum + credits, 0)

/** Headers of an answer that do not change from request to request. */
const factsOf = ({ headers }: Answer): Answer['headers'] =>
  headers.filter(([name]) => /^(?:Svc-(?!Cost|Request-Id|Rps|Concurrency|Credits|Replayed)|content-type)/.test(name))

for (const mode of ['live', 'test'] as const) {
  test(`Idempotency-Key: a replay gives the first answer again, byte for byte, at no charge: ${mode}`, async () => {
    const { key, workspace } = await bench.createCaller(undefined, mode)
    const first = await ask(key, 'order/1')
    // Parameters that mean the same are the same.
    const again = await ask(key, 'order/1', `${PRODUCT}?domain=com&query=%20b0shlfx301`)
    assert.deepEqual([first.status, again.status], [200, 200])
    assert.deepEqual([headerOf(first, 'Svc-Replayed'), headerOf(again, 'Svc-Replayed')], [null, 'true'])
    assert.deepEqual([headerOf(first, 'Svc-Cost'), headerOf(again, 'Svc-Cost')], [mode === 'live' ? '5' : '0', '0'])
    assert.deepEqual(again.bytes, first.bytes)
    // The time of the fetch among them.
    assert.deepEqual(factsOf(again), factsOf(first))
    assert.ok(factsOf(again).some(([name]) => name === 'Svc-Fetched-At'))
    assert.equal(await spent(workspace), mode === 'live' ? 5 : 0)
    const next = await ask(key, 'order/2')
    assert.deepEqual([headerOf(next, 'Svc-Replayed'), next.status], [null, 200])
  })
}

test('Idempotency-Key: an answer counts as stored bytes, also of a search with its pages', async () => {
  const { key } = await bench.createCaller()
  const storedBy = async (): Promise<number> =>
    (jsonOf(await bench.call('/api/v1/account', { key })) as { stored_bytes: number }).stored_bytes
  assert.equal(await storedBy(), 0)
  const search = `${SEARCH}?query=kettle&pages=2`
  const first = await ask(key, 'search', search)
  const stored = await storedBy()
  assert.ok(stored > 500 && stored < first.bytes.length, String(stored))
  const again = await ask(key, 'search', search)
  assert.deepEqual([again.bytes, factsOf(again)], [first.bytes, factsOf(first)])
  assert.equal(await storedBy(), stored)
})

test('Idempotency-Key: a charged request can be explained later, in an answer of its own', async () => {
  const { key, workspace } = await bench.createCaller()
  const first = await ask(key, 'k')
  const explained = await ask(key, 'k', `${PRODUCT}?query=B0SHLFX301&explain=true`)
  assert.ok('provenance' in (jsonOf(explained) as object))
  assert.deepEqual([headerOf(explained, 'Svc-Cost'), headerOf(explained, 'Svc-Replayed')], ['0', null])
  assert.deepEqual((await ask(key, 'k')).bytes, first.bytes)
  assert.equal(await spent(workspace), 5)
})

test('Idempotency-Key: an answer that does not fit is retrieved again, at no charge, and replays are limited', async (t) => {
  const { key, workspace } = await bench.createCaller()
  t.mock.method(SqlStorage.prototype, 'usage', async () => ({ bytes: 1000, maxBytes: 1000 }))
  const first = await ask(key, 'k')
  for (let replay = 1; replay <= MAX_REPLAYS; replay++) {
    const again = await ask(key, 'k')
    assert.deepEqual([again.status, headerOf(again, 'Svc-Replayed')], [200, null])
    assert.deepEqual([jsonOf(again), headerOf(again, 'Svc-Cost')], [jsonOf(first), '0'])
  }
  assertError(await ask(key, 'k'), 429, {
    error: 'quota_exceeded',
    message: `This Idempotency-Key has been replayed ${MAX_REPLAYS} times. Send a new key; the request is then charged.`,
  })
  assert.equal(await spent(workspace), 5)
})

test('Idempotency-Key: an answer is sent although it could not be stored', async (t) => {
  const { key, workspace } = await bench.createCaller()
  t.mock.method(SqlLedger.prototype, 'keepAnswer', () => Promise.reject(new Error('the disk is full')))
  const answers = [await ask(key, 'k'), await ask(key, 'k')]
  assert.deepEqual(
    answers.map((answer) => [answer.status, headerOf(answer, 'Svc-Cost')]),
    [
      [200, '5'],
      [200, '0'],
    ],
  )
  assert.equal(await spent(workspace), 5)
})

test('Idempotency-Key: a key that created a batch is a conflict for a product, and the other way round', async () => {
  const { key } = await bench.createCaller()
  const batch = (name: string): Promise<Answer> =>
    bench.createBatch(
      key,
      { endpoint: 'market.product', items: [{ query: 'B0SHLFX301' }] },
      { 'Idempotency-Key': name },
    )
  assert.equal((await batch('of-a-batch')).status, 201)
  assertError(await ask(key, 'of-a-batch'), 409, { error: 'idempotency_conflict' })
  assert.equal((await ask(key, 'of-a-product')).status, 200)
  assertError(await batch('of-a-product'), 409, { error: 'idempotency_conflict' })
})

test('Idempotency-Key: requests at the same time are charged once', async () => {
  const { key, workspace } = await bench.createCaller()
  const answers = await Promise.all(Array.from({ length: 4 }, () => ask(key, 'at-once')))
  const costs = answers.map((answer) => Number(headerOf(answer, 'Svc-Cost'))).toSorted((left, right) => left - right)
  assert.deepEqual(
    [answers.map(({ status }) => status), costs],
    [
      [200, 200, 200, 200],
      [0, 0, 0, 5],
    ],
  )
  assert.equal(await spent(workspace), 5)
})

test('Idempotency-Key: of many requests at the same time, one is retrieved', async () => {
  const { key, workspace } = await bench.createCaller()
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(key, 'flood')))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal(answers.filter((answer) => headerOf(answer, 'Svc-Replayed') === 'true').length, 39)
  assert.equal(await spent(workspace), 5)
})

test('Idempotency-Key: other parameters are a conflict, another workspace or kind of key is not', async () => {
  const { key, workspace } = await bench.createCaller()
  assert.equal((await ask(key, 'k')).status, 200)
  for (const target of [
    `${PRODUCT}?query=B0SHLFX302`,
    `${PRODUCT}?query=B0SHLFX301&domain=de`,
    `${SEARCH}?query=B0SHLFX301`,
  ]) {
    assertError(await ask(key, 'k', target), 409, { error: 'idempotency_conflict' })
  }
  const other = await bench.createCaller()
  const sandbox = await bench.createKey(workspace, 'test')
  for (const free of [other.key, sandbox.fullKey]) {
    assert.equal((await ask(free, 'k', `${PRODUCT}?query=B0SHLFX302`)).status, 200)
  }
  assert.equal(await spent(workspace), 5)
})

test('Idempotency-Key: the language of the marketplace is the same, named or not', async () => {
  const { key, workspace } = await bench.createCaller()
  const target = `${PRODUCT}?query=B0SHLFX301&domain=de`
  const first = await ask(key, 'language', target)
  assert.deepEqual((await ask(key, 'language', `${target}&language=de_DE&timeout=40`)).bytes, first.bytes)
  assertError(await ask(key, 'language', `${target}&language=en_GB`), 409, { error: 'idempotency_conflict' })
  assert.equal(await spent(workspace), 5)
})

test('Idempotency-Key: a request that failed can be repeated, and is charged when it succeeds', async () => {
  const { key, workspace } = await bench.createCaller()
  const gone = `${PRODUCT}?query=B0GONE0404`
  assert.deepEqual([(await ask(key, 'k', gone)).status, (await ask(key, 'k', gone)).status], [404, 404])
  assert.equal(await spent(workspace), 0)
})

test('Idempotency-Key: 1 to 255 visible characters, named with all other mistakes', async () => {
  const { key } = await bench.createCaller()
  assertInvalid(await ask(key, 'a b'), ['Idempotency-Key'])
  assertInvalid(await ask(key, '', `${PRODUCT}?query=x`), ['query', 'Idempotency-Key'])
})

test('a charge is voided when its client left before the answer', async (t) => {
  const { key, workspace } = await bench.createCaller()
  const responses: ServerResponse[] = []
  const note = (message: unknown): void => {
    responses.push((message as { response: ServerResponse }).response)
  }
  subscribe('http.server.request.start', note)
  t.after(() => unsubscribe('http.server.request.start', note))
  const socket = connect(bench.port, '127.0.0.1')
  const { settle } = Object.getOwnPropertyDescriptors(SqlLedger.prototype)
  let spentAfterSettling = 0
  const settled = new Promise<void>((resolve) => {
    t.mock.method(SqlLedger.prototype, 'settle', async function (this: SqlLedger, ...args: Parameters<Settle>) {
      const outcome = await settle.value?.apply(this, args)
      spentAfterSettling = await spent(workspace)
      const response = responses[0]
      assert.ok(response)
      const closed = once(response, 'close')
      socket.resetAndDestroy()
      await closed
      resolve()
      return outcome
    })
  })
  socket.write(`GET ${PRODUCT}?query=B0SHLFX301 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`)
  await inTime(settled, 'the charge is written')
  await until(async () => (await spent(workspace)) === 0, 'the charge is voided')
  assert.equal(spentAfterSettling, 5)
  const readMetrics = async (): Promise<string> => String((await bench.callAdmin('/metrics')).bytes)
  await until(async () => /^shelfmark_unanswered_credits 0$/m.test(await readMetrics()), 'no credit is unanswered')
})
