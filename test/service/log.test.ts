import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { PRODUCT, startBench, type Bench } from '../support/service-bench.ts'

const lines: Record<string, unknown>[] = []
const stream = new Writable({
  write(chunk: Buffer, _, done) {
    lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>)
    done()
  },
})
let bench: Bench

before(async () => {
  bench = await startBench({ log: pino({}, stream) })
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
