import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { fetchServiceSource, type FetchServiceOptions } from '../../adapters/fetch/source/fetch-service.ts'
import { SourceError, type PageRequest, type SourceErrorCode } from '../../adapters/fetch/source/page-source.ts'
import { generateProduct, generateSearch, renderProduct, renderSearch } from '../../adapters/sandbox/index.ts'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'
import { cliPath } from '../support/built-path.ts'
import { root } from '../support/root.ts'
import { assertError, headerOf, jsonOf, startBench } from '../support/service-bench.ts'

const ASIN = 'B0SHLFX301'
const PAGE = renderProduct(generateProduct({ asin: ASIN, domain: 'de' }), { weight: 'light' })
const request: PageRequest = {
  record: 'product',
  domain: 'de',
  url: `https://www.amazon.de/dp/${ASIN}?th=1&psc=1`,
  language: null,
  attempt: 1,
}
const never = new AbortController().signal

interface StandIn {
  readonly origin: string
  readonly port: number
  /** Requests as they came. */
  readonly seen: Pick<IncomingMessage, 'url' | 'headers'>[]
}

/** A fetch service that answers as given. */
async function standIn(t: Pick<TestContext, 'after'>, listener: RequestListener): Promise<StandIn> {
  const seen: StandIn['seen'] = []
  const server = createServer((incoming, response) => {
    seen.push({ url: incoming.url, headers: incoming.headers })
    listener(incoming, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, port, seen }
}

const answer =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'Content-Type': 'text/html;charset=UTF-8', ...headers }).end(body)
const envelope = (members: object, status = 200): RequestListener =>
  answer(status, JSON.stringify(members), { 'Content-Type': 'application/json' })

/** Fetches once from a stand-in that answers as given. */
async function fetchOnce(
  t: TestContext,
  listener: RequestListener,
  options: Partial<FetchServiceOptions> = {},
  asked: Partial<PageRequest> = {},
) {
  const { origin, seen } = await standIn(t, listener)
  const source = fetchServiceSource({ address: `${origin}/?key=hunter2&url={url}`, ...options })
  t.after(() => source.close())
  return { page: source.fetch({ ...request, ...asked }, never), seen }
}

async function expectError(t: TestContext, code: SourceErrorCode, listener: RequestListener, options = {}) {
  const { page } = await fetchOnce(t, listener, options)
  const error: unknown = await page.then(
    () => null,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof SourceError, `no SourceError: ${String(error)}`)
  assert.equal(error.code, code, error.message)
  assert.doesNotMatch(error.message, /hunter2/)
  return error
}

test('the address has the page, its marketplace, country and language, percent-encoded; headers are sent', async (t) => {
  const { origin, seen } = await standIn(t, answer(200, PAGE))
  const address = `${origin}/v1/{domain}/?url={url}&country={country}&lang={language}&zip={zip}&city={city}&to={ship_to}`
  const source = fetchServiceSource({ address, headers: { Authorization: 'Bearer s3cret' } })
  t.after(() => source.close())
  const page = await source.fetch(request, never)
  assert.deepEqual([page.status, page.url, page.contentType], [200, request.url, 'text/html;charset=UTF-8'])
  assert.equal(Buffer.from(page.bytes).toString(), PAGE)
  await source.fetch({ ...request, domain: 'co.uk', language: 'en_US' }, never)
  await source.fetch({ ...request, domain: 'com', place: { zip: null, city: null, shipTo: 'DE' } }, never)
  await source.fetch({ ...request, domain: 'com.au', place: { zip: '2000', city: 'ST KILDA', shipTo: null } }, never)
  const url = 'https%3A%2F%2Fwww.amazon.de%2Fdp%2FB0SHLFX301%3Fth%3D1%26psc%3D1'
  assert.deepEqual(
    seen.map((one) => one.url),
    [
      `/v1/de/?url=${url}&country=de&lang=de_DE&zip=&city=&to=`,
      `/v1/co.uk/?url=${url}&country=gb&lang=en_US&zip=&city=&to=`,
      `/v1/com/?url=${url}&country=us&lang=en_US&zip=&city=&to=DE`,
      `/v1/com.au/?url=${url}&country=au&lang=en_AU&zip=2000&city=ST%20KILDA&to=`,
    ],
  )
  assert.equal(seen[0]?.headers.authorization, 'Bearer s3cret')
})

test('an address that is not one is refused at once, and not repeated', () => {
  for (const [address, reason] of [
    ['https://f.example/?key=hunter2', /must contain \{url\}/],
    ['https://f.example/?u={url}&c={contry}', /unknown placeholder \{contry\}\. There are \{url\}, \{domain\}/],
    ['https://{domain}.example/?u={url}', /path or query only/],
    ['ftp://f.example/?u={url}', /http\(s\)/],
    ['https://user:hunter2@f.example/?u={url}', /without user/],
    ['https://f.example/#{url}', /fragment/],
    ['{url}', /http\(s\)/],
  ] as const) {
    assert.throws(() => fetchServiceSource({ address }), reason, address)
    assert.throws(
      () => fetchServiceSource({ address }),
      (error: Error) => !error.message.includes('hunter2'),
    )
  }
})

test('status and final address come from headers, if they are named', async (t) => {
  const options = { status: 'X-Target-Status', finalUrl: 'x-final-url' }
  const headers = { 'x-target-status': '503', 'X-Final-Url': '/dp/B0SHLFX302?ref=x' }
  const { page } = await fetchOnce(t, answer(200, 'robots', headers), options)
  const { status, url } = await page
  assert.deepEqual([status, url], [503, 'https://www.amazon.de/dp/B0SHLFX302?ref=x'])
  const error = await expectError(t, 'unreadable', answer(200, PAGE), options)
  assert.match(error.message, /no status in the header "X-Target-Status"/)
  await expectError(t, 'refused', answer(404, 'no such path'), options)
  const away = answer(200, PAGE, { 'x-target-status': '200', 'x-final-url': 'https://elsewhere.invalid/' })
  await expectError(t, 'foreign_redirect', away, options)
})

test('status, address and page come from members of an envelope, also of other names and deeper', async (t) => {
  const plain = await fetchOnce(t, envelope({ status: 404, url: 'https://www.amazon.de/gone', body: 'Grün' }), {
    answer: 'json',
  })
  const { bytes, ...head } = await plain.page
  assert.deepEqual(head, { status: 404, url: 'https://www.amazon.de/gone', contentType: 'text/html; charset=utf-8' })
  assert.equal(Buffer.from(bytes).toString(), 'Grün')
  const names = { answer: 'json', status: 'result.code', finalUrl: 'result.to', body: 'result.content' } as const
  const deep = await fetchOnce(t, envelope({ result: { code: '200', content: PAGE } }), names)
  assert.deepEqual([(await deep.page).status, (await deep.page).url], [200, request.url])
  for (const broken of [{ status: 'ok', body: PAGE }, { status: 200, body: null }, [], { result: { status: 200 } }]) {
    await expectError(t, 'unreadable', envelope(broken), { answer: 'json' })
  }
  const notJson = await expectError(t, 'refused', answer(200, PAGE), { answer: 'json' })
  assert.match(notJson.message, /no JSON: set SHELFMARK_FETCH_SERVICE_ANSWER=page/)
  const json = await expectError(t, 'refused', envelope({ status: 200, body: PAGE }), {})
  assert.match(json.message, /answers JSON, not a page: set SHELFMARK_FETCH_SERVICE_ANSWER=json/)
  await expectError(t, 'refused', envelope({ status: 401, message: 'wrong key' }, 401), { answer: 'json' })
})

test("an error of the service is not the marketplace's answer", async (t) => {
  const errors: readonly (readonly [status: number, code: SourceErrorCode])[] = [
    [400, 'refused'],
    [401, 'refused'],
    [402, 'refused'],
    [403, 'refused'],
    [429, 'busy'],
    [500, 'network'],
    [502, 'network'],
    [503, 'busy'],
  ]
  const forms = [{}, { answer: 'json' }, { status: 'x-status' }]
  for (const [at, [status, code]] of errors.entries()) {
    const error = await expectError(t, code, answer(status, 'key hunter2'), forms[at % forms.length])
    assert.deepEqual([error.answer, error.retryAfterMs], [null, null])
  }
  const later = await expectError(t, 'busy', answer(429, '', { 'Retry-After': '7' }))
  assert.equal(later.retryAfterMs, 7000)
  const dated = await expectError(t, 'busy', answer(503, '', { 'Retry-After': new Date(0).toUTCString() }))
  assert.equal(dated.retryAfterMs, 0)
  const passedOn = await fetchOnce(t, answer(404, 'gone'))
  assert.equal((await passedOn.page).status, 404)
})

test('limits are those of every source', async (t) => {
  const large = Buffer.alloc(3000, 'a')
  await expectError(t, 'page_too_large', answer(200, large), { maxBytes: 1000 })
  await expectError(t, 'page_too_large', answer(200, gzipSync(large), { 'Content-Encoding': 'gzip' }), {
    maxBytes: 1000,
  })
  const enveloped = envelope({ status: 200, body: 'a'.repeat(1500) })
  await expectError(t, 'page_too_large', enveloped, { answer: 'json', maxBytes: 1000 })
  await expectError(t, 'timeout', () => undefined, { timeLimitMs: 50 })
  const cut: RequestListener = (_, response) => {
    response.writeHead(200, { 'Content-Length': '100' }).write('<html>')
    response.destroy()
  }
  await expectError(t, 'network', cut)
})

test('redirects are followed to the same origin only', async (t) => {
  const other = await standIn(t, answer(200, PAGE))
  const within: RequestListener = ({ url = '' }, response) => {
    if (url === '/done') response.end(PAGE)
    else response.writeHead(302, { Location: '/done' }).end()
  }
  assert.equal((await (await fetchOnce(t, within)).page).bytes.length, Buffer.byteLength(PAGE))
  await expectError(t, 'refused', answer(302, '', { Location: `${other.origin}/?key=hunter2` }))
  assert.equal(other.seen.length, 0)
  await expectError(t, 'too_many_redirects', answer(302, '', { Location: '/again' }))
})

test('through the service: records are charged; errors of the fetch service are free, and counted', async (t) => {
  const answers: Record<string, RequestListener> = {
    B0GONE0404: envelope({ status: 404, url: 'https://www.amazon.de/dp/B0GONE0404', body: '' }),
    B0NOKEY401: answer(401, ''),
    B0BUSY0429: answer(429, '', { 'Retry-After': '0' }),
    B0LATER429: answer(429, '', { 'Retry-After': '3600' }),
  }
  const { origin, seen } = await standIn(t, (incoming, response) => {
    const own = Object.entries(answers).find(([asin]) => incoming.url?.includes(asin))?.[1]
    ;(own ?? envelope({ status: 200, body: PAGE }))(incoming, response)
  })
  const bench = await startBench({
    settings: {
      SHELFMARK_SOURCE: 'fetch-service',
      SHELFMARK_FETCH_SERVICE_URL: `${origin}/?url={url}`,
      SHELFMARK_FETCH_SERVICE_HEADERS: 'Authorization: Bearer s3cret\nX-Plan: large',
      SHELFMARK_FETCH_SERVICE_ANSWER: 'json',
    },
  })
  t.after(() => bench.close())
  const { key, workspace } = await bench.createCaller()
  const found = await bench.product(ASIN, key, '&domain=de')
  assert.deepEqual([found.status, headerOf(found, 'Svc-Cost'), headerOf(found, 'Svc-Attempts')], [200, '5', '1'])
  assert.equal((jsonOf(found) as { asin: string }).asin, ASIN)
  assert.deepEqual([seen[0]?.headers.authorization, seen[0]?.headers['x-plan']], ['Bearer s3cret', 'large'])
  assertError(await bench.product('B0GONE0404', key, '&domain=de'), 404, {
    error: 'product_not_found',
    retryable: false,
  })
  const attempts: (string | null)[] = []
  for (const asin of ['B0NOKEY401', 'B0BUSY0429', 'B0LATER429']) {
    const failed = await bench.product(asin, key, '&domain=de')
    assertError(failed, 502, { error: 'target_unreachable' })
    assert.equal(headerOf(failed, 'Svc-Source-Status'), null)
    attempts.push(headerOf(failed, 'Svc-Attempts'))
  }
  // A key that is wrong is not tried again; a pause longer than the time that is left ends the request.
  assert.deepEqual(attempts, ['1', '4', '1'])
  const usage = await bench.readUsage(workspace)
  assert.equal(
    usage.reduce((sum, { credits }) => sum + credits, 0),
    5,
  )
  await bench.stop()
  const store = await openSqliteStore({ directory: bench.folder })
  const counts = await store.statistics.read('attempts', { from: '2020-01-01', to: '2099-12-31' })
  await store.close()
  const byOutcome = Object.fromEntries(counts.map(({ name, count }) => [name.join(' '), count]))
  assert.deepEqual(byOutcome, { 'de record': 1, 'de not_found': 1, 'de refused': 1, 'de busy': 5 })
})

const folder = mkdtempSync(join(tmpdir(), 'shelfmark-fetch-service-'))
after(() => rmSync(folder, { recursive: true }))

const readme = readFileSync(join(root, 'adapters/server/README.md'), 'utf8')

/** Runs the first block `sh` of the README after a mark, in a folder of its own, with the package that was built. */
function runExample(mark: string, replacements: readonly (readonly [string, string])[] = []): Promise<string> {
  const [, block = assert.fail(`no block after ${mark}`)] = /```sh\n([^]*?)```/.exec(readme.split(mark)[1] ?? '') ?? []
  const all = [['npx shelfmark', `node ${cliPath()}`] as const, ...replacements]
  const script = all.reduce((text, [from, to]) => {
    assert.ok(text.includes(from), from)
    return text.replaceAll(from, to)
  }, block)
  return new Promise((resolve, reject) => {
    execFile('sh', ['-c', script], { cwd: folder }, (error, output) =>
      error === null ? resolve(output) : reject(error),
    )
  })
}

test('the example of the README works as written, with the address of a stand-in', async (t) => {
  const results = renderSearch(generateSearch({ query: 'kettle', domain: 'de' }), { weight: 'light' })
  const { origin, seen } = await standIn(t, envelope({ status: 200, url: request.url, body: results }))
  const output = await runExample('### A service that fetches', [['https://fetch.example', origin]])
  assert.ok((JSON.parse(output) as { products: readonly unknown[] }).products.length > 0)
  assert.equal(seen[0]?.headers.authorization, 'Bearer my-key')
  assert.match(seen[0]?.url ?? '', /&country=de$/)
})

test('the module of the README works as written', async () => {
  const [, name = '', module = ''] = /```js\n\/\/ (\S+)\n([^]*?)```/.exec(readme) ?? []
  assert.match(name, /^[\w-]+\.js$/)
  writeFileSync(join(folder, name), module)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, `${ASIN}.html`), PAGE)
  const output = await runExample('### A source of your own')
  assert.equal((JSON.parse(output) as { asin: string }).asin, ASIN)
})
