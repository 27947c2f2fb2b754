import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { BATCH, headerOf, jsonOf, PRODUCT, SEARCH, startBench, type Answer } from '../support/service-bench.ts'

/** A clock that stands still unless it is moved. Unit: ms. */
let now = Date.UTC(2026, 4, 10)
const bench = await startBench({ epochMs: () => now })
after(() => bench.close())

const rpsOf = (answer: Answer) => headerOf(answer, 'Svc-Rps')
/** Requests that are left: of the second, and of the bucket. */
const leftOf = (answer: Answer) =>
  [...(headerOf(answer, 'ratelimit') ?? '').matchAll(/;r=(\d+)/g)].map(([, left]) => Number(left))

test('each page of a search counts as a request', async () => {
  const { key } = await bench.createCaller({ plan: 'free' }, 'test')
  const seven = await bench.search('usb cable', key, '&pages=7')
  assert.deepEqual([seven.status, rpsOf(seven), leftOf(seven)], [200, '7/10', [3, 19]])
  const four = await bench.search('usb cable', key, '&pages=4')
  assert.deepEqual([four.status, headerOf(four, 'retry-after'), leftOf(four)], [429, '1', [3, 19]])
  const three = await bench.search('usb cable', key, '&pages=3')
  assert.deepEqual([three.status, rpsOf(three), leftOf(three)], [200, '10/10', [0, 16]])
})

test('a search with a wrong parameter, and a batch of searches, count as one request', async () => {
  const { key } = await bench.createCaller({ plan: 'free' }, 'test')
  assert.deepEqual(leftOf(await bench.search('usb cable', key, '&pages=7&sort_by=none')), [9, 25])
  const items = [{ query: 'usb cable', pages: 10 }]
  assert.deepEqual(leftOf(await bench.createBatch(key, { endpoint: 'market.search', items })), [8, 24])
})

test('RateLimit is on every answer to a valid key', async () => {
  const { key, workspace } = await bench.createCaller()
  const { fullKey: reader } = await bench.administrate('keys.create', {
    workspace,
    kind: 'live',
    name: 'reader',
    scopes: ['read'],
  })
  const type = { 'Content-Type': 'text/plain' }
  const answers: readonly (readonly [status: number, Answer])[] = [
    [200, await bench.product('B0SHLFX301', key)],
    [400, await bench.product('x', key)],
    [403, await bench.product('B0SHLFX301', reader)],
    [404, await bench.call(`${BATCH}/none`, { key })],
    [404, await bench.product('B0GONE0404', key)],
    [415, await bench.call(BATCH, { method: 'POST', key, body: 'x', headers: type })],
    [413, await bench.createBatch(key, 'x'.repeat(9_000_000))],
    [501, await bench.product('B0SHLFX301', key, '&render_js=1')],
    [502, await bench.product('B0CAPTCHA0', key)],
  ]
  for (const [status, answer] of answers) {
    assert.equal(answer.status, status, answer.bytes.toString())
    assert.equal(leftOf(answer).length, 2, String(status))
    assert.match(headerOf(answer, 'ratelimit-policy') ?? '', /^"burst"/, String(status))
  }
})

test('a refusal by scope takes nothing of the rate', async () => {
  const workspace = await bench.createWorkspace({ plan: 'free' })
  const { fullKey } = await bench.administrate('keys.create', { workspace, kind: 'live', name: 'a', scopes: ['read'] })
  const lefts = [await bench.product('B0SHLFX301', fullKey), await bench.product('B0SHLFX301', fullKey)].map(leftOf)
  assert.deepEqual(lefts, [
    [10, 26],
    [10, 26],
  ])
})

test('RateLimit of a refused request says what is left', async () => {
  const { key } = await bench.createCaller({ plan: 'free' })
  const answers = await Promise.all(Array.from({ length: 11 }, () => bench.product('x', key)))
  const refused = answers.find(({ status }) => status === 429)
  assert.ok(refused)
  assert.equal((jsonOf(refused) as { error: string }).error, 'rate_limited')
  assert.deepEqual(leftOf(refused), [0, 16])
  now += 1000
  assert.deepEqual(leftOf(await bench.call(`${SEARCH}?query=`, { key })), [9, 17])
})

test('answers to unknown keys have no RateLimit', async () => {
  for (const key of [undefined, `svc_live_${'x'.repeat(44)}`]) {
    const answer = await bench.call(PRODUCT, key === undefined ? {} : { key })
    assert.deepEqual([answer.status, leftOf(answer)], [401, []])
  }
})
