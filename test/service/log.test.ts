import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { SqlBatches } from '../../adapters/store/sql/batches.ts'
import { StoreError } from '../../adapters/store/store-error.ts'
import { BATCH, headerOf, jsonOf, PRODUCT, startBench, type Bench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

const lines: Record<string, unknown>[] = []
const stream = new Writable({
  write(chunk: Buffer, _, done) {
    lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>)
    done()
  },
})
let bench: Bench

before(async () => {
  bench = await startBench({ log: pino({}, stream), settings: { SHELFMARK_BATCH_INTERVAL_MS: '100' } })
})
after(() => bench.close())

/** The line of a request. */
const lineOf = (id: string): Record<string, unknown> | undefined => lines.find(({ request }) => request === id)

test('authentication: the log names a key by its short prefix', async () => {
  const { key, prefix } = await bench.createCaller()
  await bench.call(`${PRODUCT}?query=B0SHLFX301`, { key, headers: { 'X-Request-Id': 'fine' } })
  const { key: named, method, path, status, cost, durationMs } = lineOf('fine') ?? {}
  assert.deepEqual([named, method, path, status, cost], [prefix, 'GET', PRODUCT, 200, '5'])
  assert.equal(typeof durationMs, 'number')
})

test('the log contains the reason why a page was not retrieved', async () => {
  const { key } = await bench.createCaller()
  await bench.call(`${PRODUCT}?query=B0CAPTCHA0`, { key, headers: { 'X-Request-Id': 'refused' } })
  const { status, reason } = lineOf('refused') ?? {}
  assert.equal(status, 502)
  assert.match(String(reason), /captcha/)
})

test('the log never holds a whole key', async () => {
  const { key } = await bench.createCaller()
  const secret = key.slice(21)
  for (const target of [
    `${PRODUCT}?query=B0SHLFX301&api_key=${key}`,
    `/${key}`,
    `/docs/${key}`,
    `${PRODUCT}?query=${key}`,
  ]) {
    await bench.call(target, { key })
    await bench.call(target)
  }
  assert.equal(JSON.stringify(lines).includes(secret), false)
  assert.equal(lines.length >= 8, true)
})

test('a request id that is a key is not taken, and not logged', async () => {
  const { key } = await bench.createCaller()
  for (const id of [key, `x-${key}`.slice(0, 64)]) {
    const answer = await bench.call(PRODUCT, { headers: { 'X-Request-Id': id } })
    assert.match(headerOf(answer, 'Svc-Request-Id') ?? '', /^[0-9a-f-]{36}$/)
  }
  assert.equal(JSON.stringify(lines).includes(key.slice(21, 40)), false)
})

test('a client that leaves during its body is no error of the service', async () => {
  const { key } = await bench.createCaller()
  const id = 'left-early'
  const head = [
    `POST ${BATCH} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${key}`,
    `X-Request-Id: ${id}`,
    'Content-Type: application/json',
    'Content-Length: 1000',
  ]
  const socket = connect(bench.port, '127.0.0.1')
  socket.write(`${head.join('\r\n')}\r\n\r\n{`)
  await bench.awaitInFlight(1)
  socket.resetAndDestroy()
  await until(() => lineOf(id) !== undefined, 'the request has a line')
  assert.deepEqual([lineOf(id)?.status, lineOf(id)?.level], [499, 30])
})

test('a request is in flight until its response has ended; one that breaks off is logged with its id', async (t) => {
  const { key } = await bench.createCaller()
  const created = await bench.createBatch(key, { endpoint: 'market.product', items: [{ query: 'B0SHLFX301' }] })
  const { id } = jsonOf(created) as { id: string }
  await until(
    async () => (jsonOf(await bench.call(`${BATCH}/${id}`, { key })) as { status: string }).status === 'complete',
    'the batch',
  )
  let breakOff = (): void => undefined
  const isBroken = new Promise<void>((resolve) => {
    breakOff = resolve
  })
  t.mock.method(SqlBatches.prototype, 'results', async function* results() {
    yield '{"index":0}'
    await isBroken
    throw new StoreError('unavailable', 'The disk is gone.')
  })
  const reading = bench.call(`${BATCH}/${id}`, { key, headers: { 'X-Request-Id': 'broken' } })
  reading.catch(() => undefined)
  await until(() => lineOf('broken') !== undefined, 'the headers')
  await bench.awaitInFlight(1)
  breakOff()
  await assert.rejects(reading)
  await bench.awaitInFlight(0)
  const { level, msg, err } = lines.findLast(({ request }) => request === 'broken') ?? {}
  assert.deepEqual([level, msg], [40, 'an answer broke off'])
  assert.match(JSON.stringify(err), /The disk is gone/)
})
