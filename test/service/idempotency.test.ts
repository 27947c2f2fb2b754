import assert from 'node:assert/strict'
import { once } from 'node:events'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import type { Ledger } from '../../adapters/store/ledger.ts'
import { SqliteLedger } from '../../adapters/store/sqlite/ledger.ts'
import { MAX_REPLAYS } from '../../core/policy/index.ts'
import {
  assertError,
  assertInvalid,
  headerOf,
  jsonOf,
  PRODUCT,
  SEARCH,
  startBench,
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

test('Idempotency-Key: a replay of a paid request has the same answer, and costs nothing', async () => {
  const { key, workspace } = await bench.createCaller()
  const first = await ask(key, 'order/1')
  // Parameters that mean the same are the same.
  const again = await ask(key, 'order/1', `${PRODUCT}?domain=com&query=b0shlfx301`)
  assert.deepEqual([first.status, again.status], [200, 200])
  assert.deepEqual([headerOf(first, 'Svc-Cost'), headerOf(again, 'Svc-Cost')], ['5', '0'])
  assert.deepEqual(jsonOf(again), jsonOf(first))
  assert.equal(await spent(workspace), 5)
  assert.equal(headerOf(await ask(key, 'order/2'), 'Svc-Cost'), '5')
  assert.equal(await spent(workspace), 10)
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

test('Idempotency-Key: of many requests at the same time, no more are retrieved than one after the other', async () => {
  const { key, workspace } = await bench.createCaller()
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(key, 'flood')))
  const count = (status: number): number => answers.filter((answer) => answer.status === status).length
  assert.deepEqual([count(200), count(429)], [1 + MAX_REPLAYS, 40 - 1 - MAX_REPLAYS])
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

test('Idempotency-Key: a request that failed can be repeated, and is charged when it succeeds', async () => {
  const { key, workspace } = await bench.createCaller()
  const gone = `${PRODUCT}?query=B0GONE0404`
  assert.deepEqual([(await ask(key, 'k', gone)).status, (await ask(key, 'k', gone)).status], [404, 404])
  assert.equal(await spent(workspace), 0)
})

test('Idempotency-Key: replays are limited', async () => {
  const { key } = await bench.createCaller()
  assert.equal((await ask(key, 'k')).status, 200)
  for (let replay = 1; replay <= MAX_REPLAYS; replay++) assert.equal((await ask(key, 'k')).status, 200)
  const refused = await ask(key, 'k')
  assert.deepEqual([refused.status, (jsonOf(refused) as { error: string }).error], [429, 'quota_exceeded'])
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
  const { settle } = Object.getOwnPropertyDescriptors(SqliteLedger.prototype)
  let spentAfterSettling = 0
  const settled = new Promise<void>((resolve) => {
    t.mock.method(SqliteLedger.prototype, 'settle', async function (this: SqliteLedger, ...args: Parameters<Settle>) {
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
  assert.match(String((await bench.callAdmin('/metrics')).bytes), /^shelfmark_unanswered_credits 0$/m)
})
