import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SANDBOX, SANDBOX_ERRORS } from '../../adapters/http/openapi/describe-sandbox.ts'
import { magicAsins } from '../../adapters/sandbox/records/product/magic.ts'
import {
  assertError,
  BATCH,
  headerOf,
  jsonOf,
  PRODUCT,
  SEARCH,
  startBench,
  type Answer,
  type Bench,
} from '../support/service-bench.ts'
import { GENEROUS_MS, inTime } from '../support/wait.ts'

/** Time limit for pages that take longer; short, because tests wait for it. Unit: ms. */
const TOTAL_MS = 1200
const SLOW = ['B0SLOW2000', 'B0DRIP0000', 'B0HANG0000']

let bench: Bench
let key: string
/** A service with the short time limit. The limit of the other service is enough for a busy machine. */
let hurried: Bench
let hurriedKey: string
let slow: ReadonlyMap<string, Promise<Answer>>
const ask = (query: string, rest = ''): Promise<Answer> => bench.product(query, key, rest)
const find = (query: string, rest = ''): Promise<Answer> => bench.search(query, key, rest)

before(async () => {
  bench = await startBench({ retrieval: { totalMs: GENEROUS_MS } })
  ;({ key } = await bench.createCaller())
  hurried = await startBench({ retrieval: { totalMs: TOTAL_MS } })
  ;({ key: hurriedKey } = await hurried.createCaller())
  slow = new Map(SLOW.map((asin) => [asin, hurried.product(asin, hurriedKey)]))
})
after(() => Promise.all([bench.close(), hurried.close()]))

const NOT_FOUND = { error: 'product_not_found', retryable: false }

/** Outcome of each page: status, attempts, status of the source. */
const OUTCOMES: Readonly<Record<string, readonly [number, string | null, string | null, object?]>> = {
  B0CAPTCHA0: [502, '4', '200', { error: 'target_unreachable' }],
  B0GATE0000: [502, '4', '200', { error: 'target_unreachable' }],
  B0WAF00202: [502, '4', '202', { error: 'target_unreachable' }],
  B0AKAMAI00: [502, '4', '200', { error: 'target_unreachable' }],
  B0BUSY0503: [502, '4', '503', { error: 'target_unreachable' }],
  B0MANY0429: [502, '4', '429', { error: 'target_unreachable' }],
  B0ERROR500: [502, '4', '500', { error: 'target_unreachable' }],
  B0SIGNIN00: [502, '4', '200', { error: 'target_unreachable' }],
  B0GONE0404: [404, '1', '404', NOT_FOUND],
  B0GONE0200: [404, '1', '200', NOT_FOUND],
  B0GALLERY0: [502, '1', '200', { error: 'generic_gallery_page' }],
  B0WRONG000: [502, '1', '200', { error: 'asin_mismatch' }],
  B0PARENT00: [200, '1', '200'],
  B0SIBLING0: [502, '1', '200', { error: 'asin_mismatch' }],
  B0CHILD000: [200, '1', '200'],
  B0EMPTY000: [502, null, '200', { error: 'extraction_failed' }],
  B0SHELL000: [502, '4', '200', { error: 'extraction_failed' }],
  B0CUTPAGE0: [502, null, '200', { error: 'extraction_failed' }],
  B0CUTLINE0: [502, '4', '200', { error: 'target_unreachable' }],
  B0CHARSET0: [200, '1', '200'],
  B0BADGZIP0: [502, '4', '200', { error: 'extraction_failed' }],
  B0HUGE0000: [502, '1', '200', { error: 'extraction_failed' }],
  B0IMAGE000: [502, null, '200', { error: 'extraction_failed' }],
  B0SLOW2000: [502, '1', null, { error: 'target_unreachable' }],
  B0DRIP0000: [502, '1', '200', { error: 'target_unreachable' }],
  B0HANG0000: [502, '1', null, { error: 'target_unreachable' }],
  B0RESET000: [502, '4', null, { error: 'target_unreachable' }],
  B0LOOP0000: [502, '4', null, { error: 'target_unreachable' }],
  B0AWAY0000: [502, '4', null, { error: 'target_unreachable' }],
  B0BLOCKED2: [200, '3', '200'],
  B0BLOCKED3: [200, '4', '200'],
}

for (const { asin, description } of magicAsins) {
  const [status, attempts, sourceStatus, body] = OUTCOMES[asin] ?? [200, '1', '200']
  const name = body === undefined ? 'its record' : Object.values(body)[0]
  test(`errors: ${status} ${String(name)}, when the page is: ${description}`, async () => {
    const answer = await (slow.get(asin) ?? ask(asin))
    if (body === undefined) assert.equal(answer.status, status)
    else assertError(answer, status, body)
    if (attempts !== null) assert.equal(headerOf(answer, 'Svc-Attempts'), attempts)
    assert.equal(headerOf(answer, 'Svc-Source-Status'), sourceStatus)
    const address = headerOf(answer, 'Svc-Resolved-Url')
    if (address !== null) assert.equal(new URL(address).host, 'www.amazon.com')
  })
}

test('the description of the sandbox says which error each ASIN gets', () => {
  for (const { asin } of magicAsins) {
    const { error } = (OUTCOMES[asin]?.[3] ?? {}) as { error?: string }
    // Its page comes within the time limit of a service, but not within that of this test.
    assert.equal(SANDBOX_ERRORS[asin], asin === 'B0SLOW2000' ? undefined : error, asin)
    assert.ok(SANDBOX.includes(`| \`${asin}\` |`), asin)
  }
})

test('every page kind of the sandbox that is listed here exists', () => {
  const known = new Set(magicAsins.map(({ asin }) => asin))
  assert.deepEqual(
    Object.keys(OUTCOMES).filter((asin) => !known.has(asin)),
    [],
  )
})

for (const [fault, status, body] of [
  ['captcha', 502, { error: 'target_unreachable' }],
  ['throttled', 502, { error: 'target_unreachable' }],
  ['not_found', 404, NOT_FOUND],
  ['shell', 502, { error: 'extraction_failed' }],
  ['huge', 502, { error: 'extraction_failed' }],
  ['loop', 502, { error: 'target_unreachable' }],
  ['hang', 502, { error: 'target_unreachable' }],
] as const) {
  test(`search errors: ${status} ${body.error}, when it meets ${fault}`, async () => {
    const answer = fault === 'hang' ? hurried.search(`sandbox:${fault}`, hurriedKey) : find(`sandbox:${fault}`)
    assertError(await answer, status, body)
  })
}

test('a retrieval ends at its time limit', async () => {
  const answer = hurried.product('B0HANG0000', hurriedKey)
  assertError(await inTime(answer, 'an answer'), 502, { error: 'target_unreachable' })
})

test('attempts of all pages are counted', async () => {
  const answer = await find('sandbox:captcha*2', '&pages=2')
  assert.equal(answer.status, 200)
  assert.equal(headerOf(answer, 'Svc-Attempts'), '6')
})

test('Svc-Resolved-Url has no tracking parameters', async () => {
  const answer = await ask('B0SHLFX301', '&language=en_US')
  assert.equal(headerOf(answer, 'Svc-Resolved-Url'), 'https://www.amazon.com/dp/B0SHLFX301')
})

for (const [name, status, body, query] of [
  ['400 invalid_params, the ASIN is not 10 alphanumeric characters', 400, 'invalid_params', 'query=B0'],
  ['400 invalid_params, the domain is not in the enum', 400, 'invalid_params', 'query=B0SHLFX301&domain=be'],
  ['501 not_implemented', 501, 'not_implemented', 'query=B0SHLFX301&render_js=1'],
] as const) {
  test(`errors: ${name}`, async () => {
    const answer = await bench.call(`${PRODUCT}?${query}`, { key })
    assert.equal(answer.status, status)
    assert.equal((jsonOf(answer) as { error: string }).error, body)
    assert.equal(headerOf(answer, 'Svc-Cost'), '0')
  })
}

test('a valid X-Request-Id becomes Svc-Request-Id', async () => {
  for (const id of ['a', 'A-b_c.9', 'x'.repeat(64)]) {
    const answer = await bench.call(`${PRODUCT}?query=B0`, { key, headers: { 'X-Request-Id': id } })
    assert.equal(headerOf(answer, 'Svc-Request-Id'), id)
  }
})

test('an invalid X-Request-Id is replaced', async () => {
  for (const id of ['', 'x'.repeat(65), 'a b', 'ä', 'a/b', '<script>']) {
    const answer = await bench.call(PRODUCT, { headers: { 'X-Request-Id': id } })
    assert.match(headerOf(answer, 'Svc-Request-Id') ?? '', /^[0-9a-f-]{36}$/)
  }
})

test('404 not_found, for an unknown path', async () => {
  for (const path of [
    '/api',
    '/api/v1',
    '/api/v2/market/product',
    `${PRODUCT}/`,
    `${PRODUCT}/x`,
    '/API/V1/market/product',
    '/constructor',
    '/docs/',
    '/docs/..%2fpackage.json',
    '/assets',
    '/assets/none.js',
    '/assets/manifest.json',
    '/assets/..%2fweb%2fbuild.mjs',
  ]) {
    assertError(await bench.call(path, { key }), 404, { error: 'not_found' })
  }
})

for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
  test(`405 method_not_allowed with Allow, for ${method}`, async () => {
    for (const path of [PRODUCT, SEARCH]) {
      const answer = await bench.call(`${path}?query=B0SHLFX301`, { key, method })
      assertError(answer, 405, { error: 'method_not_allowed' })
      assert.equal(headerOf(answer, 'allow'), 'GET, OPTIONS')
    }
  })
}

test('HEAD on a paid path: 405, without a body', async () => {
  const answer = await bench.call(`${PRODUCT}?query=B0SHLFX301`, { key, method: 'HEAD' })
  assert.equal(answer.status, 405)
  assert.equal(headerOf(answer, 'allow'), 'GET, OPTIONS')
})

test('pages of the origins that a setting names, and of no others, can read answers', async (t) => {
  const open = await startBench({ settings: { SHELFMARK_CORS_ORIGINS: 'https://app.example, http://127.0.0.1:3000' } })
  t.after(() => open.close())
  const from = (origin: string) => ({ Origin: origin })
  const corsOf = ({ headers }: Answer) =>
    Object.fromEntries(headers.filter(([name]) => /^(?:access-control-|vary$)/i.test(name)))
  const allowed = {
    'access-control-allow-origin': 'https://app.example',
    'access-control-expose-headers': '*',
  }
  /** Errors can be problems. A preflight has no body. */
  const varyOf = (path: string) => (path === '/livez' ? 'Origin, Accept-Encoding' : 'Origin, Accept, Accept-Encoding')
  for (const path of [`${PRODUCT}?query=B0SHLFX301`, `${PRODUCT}/nowhere`, '/livez']) {
    assert.deepEqual(corsOf(await open.call(path, { headers: from('https://app.example') })), {
      ...allowed,
      vary: varyOf(path),
    })
    for (const other of ['https://app.example.evil', 'http://app.example', 'https://app.example:444', 'null']) {
      assert.deepEqual(corsOf(await open.call(path, { headers: from(other) })), { vary: varyOf(path) }, other)
    }
  }
  const preflight = { ...from('http://127.0.0.1:3000'), 'Access-Control-Request-Method': 'POST' }
  const answer = await open.call(BATCH, { method: 'OPTIONS', headers: preflight })
  assert.equal(answer.status, 204)
  assert.deepEqual(corsOf(answer), {
    ...allowed,
    vary: 'Origin',
    'access-control-allow-origin': 'http://127.0.0.1:3000',
    'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, X-Request-Id',
    'access-control-max-age': '600',
  })
  const admin = corsOf(await open.callAdmin('/metrics', { headers: from('https://app.example') }))
  assert.equal(admin['access-control-allow-origin'], undefined)
})

test('OPTIONS: 204 with Allow, without a key, and no CORS', async () => {
  for (const [path, allowed] of [
    [PRODUCT, 'GET, OPTIONS'],
    [SEARCH, 'GET, OPTIONS'],
    ['/livez', 'GET, HEAD, OPTIONS'],
  ] as const) {
    const headers = { Origin: 'https://example.com', 'Access-Control-Request-Method': 'GET' }
    const answer = await bench.call(path, { method: 'OPTIONS', headers })
    assert.equal(answer.status, 204)
    assert.equal(headerOf(answer, 'allow'), allowed)
    assert.deepEqual(
      answer.headers.filter(([name]) => /^access-control/i.test(name)),
      [],
    )
  }
})
