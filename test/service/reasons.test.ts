import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createClient, isServiceError } from '../../adapters/client/index.ts'
import { describeReason, REASONS, type Reason } from '../../core/contract/index.ts'
import { BATCH, headerOf, jsonOf, PRODUCT, startBench, type Answer } from '../support/service-bench.ts'

/** A service with a short time limit, for pages that never come. */
const TOTAL_MS = 1200
const bench = await startBench()
const hurried = await startBench({ retrieval: { totalMs: TOTAL_MS } })
after(() => Promise.all([bench.close(), hurried.close()]))
const { key } = await bench.createCaller()
const { key: hurriedKey } = await hurried.createCaller()

const ask = (target: string, accept?: string): Promise<Answer> =>
  bench.call(target, { key, headers: accept === undefined ? {} : { Accept: accept } })

/** What the last attempt at each page met. */
const REASON_OF: Readonly<Record<string, Reason>> = {
  B0CAPTCHA0: 'captcha',
  B0GATE0000: 'captcha',
  B0WAF00202: 'challenge',
  B0AKAMAI00: 'challenge',
  B0BUSY0503: 'throttled',
  B0MANY0429: 'throttled',
  B0ERROR500: 'server_error',
  B0SIGNIN00: 'sign_in',
  B0GONE0404: 'not_listed',
  B0GALLERY0: 'other_page',
  B0WRONG000: 'other_product',
  B0SHELL000: 'shell',
  B0CUTPAGE0: 'cut',
  B0EMPTY000: 'unreadable',
  B0BADGZIP0: 'cut',
  B0HUGE0000: 'too_large',
  B0RESET000: 'network',
  B0CUTLINE0: 'network',
  B0LOOP0000: 'redirect',
  B0AWAY0000: 'redirect',
}

for (const [asin, reason] of Object.entries(REASON_OF)) {
  test(`Svc-Reason of ${asin} is ${reason}`, async () => {
    assert.equal(headerOf(await ask(`${PRODUCT}?query=${asin}`), 'Svc-Reason'), reason)
  })
}

test('a page that is cut after its first cards is not charged', async () => {
  const search = `/api/v1/market/search?query=${encodeURIComponent('sandbox:truncate=40000')}`
  const answer = await ask(search)
  assert.equal(answer.status, 502)
  assert.deepEqual([headerOf(answer, 'Svc-Reason'), headerOf(answer, 'Svc-Cost')], ['cut', '0'])
  const once = await ask(search.replace('40000', '40000*1'))
  assert.deepEqual([once.status, headerOf(once, 'Svc-Cost'), headerOf(once, 'Svc-Attempts')], [200, '5', '2'])
  assert.ok((jsonOf(once) as { readonly products: readonly unknown[] }).products.length > 0)
})

test('Svc-Reason of a page that does not come in time is timeout', async () => {
  assert.equal(headerOf(await hurried.product('B0HANG0000', hurriedKey), 'Svc-Reason'), 'timeout')
})

test('Svc-Reason of 404 says what does not exist', async () => {
  const batch = await ask(`${BATCH}/00000000-0000-4000-8000-000000000000`)
  assert.deepEqual([batch.status, headerOf(batch, 'Svc-Reason')], [404, 'unknown_batch'])
  assert.equal(headerOf(await ask('/api/v1/nothing'), 'Svc-Reason'), 'unknown_path')
})

test('an answer that is no error, or whose code says all, has no reason', async () => {
  for (const query of ['B0SHLFX301', 'x']) {
    assert.equal(headerOf(await ask(`${PRODUCT}?query=${query}`), 'Svc-Reason'), null)
  }
})

test('every reason belongs to one error, and has a sentence', () => {
  const names = Object.values(REASONS).flatMap((reasons) => Object.keys(reasons))
  assert.equal(new Set(names).size, names.length)
  for (const name of names) assert.match(describeReason(name) ?? '', /^[A-Z].+\.$/, name)
})

test('with Accept: application/problem+json, an error is a problem with the members of the interface', async () => {
  const target = `${PRODUCT}?query=B0GONE0404`
  const answer = await bench.call(target, {
    key,
    headers: { Accept: 'application/problem+json', 'X-Request-Id': 'mine-1' },
  })
  assert.equal(headerOf(answer, 'content-type'), 'application/problem+json')
  assert.equal(headerOf(answer, 'Svc-Cost'), '0')
  assert.deepEqual(jsonOf(answer), {
    type: `http://127.0.0.1:${bench.port}/docs#product_not_found`,
    title: 'Product not found',
    status: 404,
    detail: 'The marketplace has no page for what was requested.',
    instance: 'mine-1',
    error: 'product_not_found',
    retryable: false,
  })
})

test('a problem says every mistake, and keeps the list of them', async () => {
  const answer = await ask(`${PRODUCT}?query=x&domain=dee`, 'application/problem+json')
  const { detail, details } = jsonOf(answer) as { detail: string; details: { param: string; message: string }[] }
  assert.deepEqual(
    details.map(({ param }) => param),
    ['query', 'domain'],
  )
  assert.equal(detail, details.map(({ param, message }) => `${param} ${message}.`).join(' '))
})

for (const target of ['/none', `${PRODUCT}/`, `${BATCH}/none`]) {
  test(`${target} answers with a problem too`, async () => {
    const { bytes } = await ask(target, 'application/problem+json')
    assert.deepEqual(Object.keys(JSON.parse(bytes.toString()) as object).slice(0, 2), ['type', 'title'])
  })
}

test('a problem is given for methods, keys and media types that are refused', async () => {
  const headers = { Accept: 'application/problem+json' }
  const answers = [
    await bench.call(PRODUCT, { method: 'PUT', key, headers }),
    await bench.call(PRODUCT, { headers }),
    await bench.call(BATCH, { method: 'POST', key, headers, body: 'x' }),
  ]
  assert.deepEqual(
    answers.map((answer) => [answer.status, (jsonOf(answer) as { title: string }).title]),
    [
      [405, 'Method not allowed'],
      [401, 'Unauthorized'],
      [415, 'Unsupported media type'],
    ],
  )
})

test('Accept is read with its weights', async () => {
  const target = `${PRODUCT}?query=x`
  const plain = await ask(target)
  for (const [accept, isProblem] of [
    ['application/json, application/problem+json', true],
    ['application/problem+json, */*', true],
    ['application/json;q=0.5, Application/Problem+JSON; charset=utf-8 ; q=0.7', true],
    ['application/json, application/problem+json;q=0.9', false],
    ['application/problem+json;q=0.1, */*;q=0.2', false],
    ['application/problem+json;q=0.1, application/*;q=0.2', false],
    ['application/problem+json;q=0', false],
    ['application/problem+json;q=x', false],
    ['*/*', false],
  ] as const) {
    const answer = await ask(target, accept)
    assert.equal(headerOf(answer, 'content-type') === 'application/problem+json', isProblem, accept)
    if (!isProblem) assert.deepEqual(answer.bytes, plain.bytes, accept)
    assert.equal(headerOf(answer, 'vary'), 'Accept, Accept-Encoding')
  }
})

test('our client says why, and keeps the body of the interface', async () => {
  const client = createClient({ baseUrl: `http://127.0.0.1:${bench.port}`, key })
  const error: unknown = await client.product({ query: 'B0CAPTCHA0' }).catch((cause: unknown) => cause)
  assert.ok(isServiceError(error, 'target_unreachable'))
  assert.equal(error.reason, REASONS.target_unreachable.captcha)
  assert.equal(error.meta.reason, 'captcha')
  assert.deepEqual(error.body, { error: 'target_unreachable' })
})
