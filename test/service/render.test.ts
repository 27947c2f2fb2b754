import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import { generateProduct } from '../../adapters/sandbox/index.ts'
import { findMagicAsin } from '../../adapters/sandbox/records/product/magic.ts'
import type { Store } from '../../adapters/store/store.ts'
import type { ItemResult } from '../../core/contract/index.ts'
import type { Product, SearchResponse } from '../../core/index.ts'
import { BROWSER_SETTINGS, requireBrowser } from '../support/chromium.ts'
import { assertError, BATCH, headerOf, jsonOf, startBench, type Answer, type Bench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

const SCRIPTED = ['B0JSPRICE0', 'B0JSSHIP00', 'B0JSFAMILY', 'B0JSPAGE00']

let bench: Bench
let caller: Awaited<ReturnType<Bench['createCaller']>>

/** Key of a workspace that has ten credits left. */
let poor = ''

async function useUp(store: Store): Promise<void> {
  const { id } = await store.workspaces.create({ name: 'poor', plan: 'free' })
  const { key, fullKey } = await store.keys.create(id, { mode: 'live', name: 'a key' })
  const credits = 5000 - 10
  const reservation = await store.ledger.reserve(id, credits, Date.now())
  assert.ok(reservation !== 'insufficient_credits')
  await store.ledger.settle(reservation, { chargeId: 'before', keyId: key.id, record: 'product', credits })
  poor = fullKey
}

before(async () => {
  const settings = { ...BROWSER_SETTINGS, SHELFMARK_BATCH_INTERVAL_MS: '100' }
  bench = await startBench({ settings, prepare: useUp })
  caller = await bench.createCaller()
})
after(() => bench.close())

/** A test that needs the browser. */
function withBrowser(name: string, work: (context: TestContext) => Promise<void>): void {
  test(name, async (context) => {
    if (requireBrowser(context)) await work(context)
  })
}

type Pictured<T> = T & { readonly screenshot?: string }

function recordOf(answer: Answer): Pictured<Product> {
  assert.equal(answer.status, 200, answer.bytes.toString())
  return jsonOf(answer) as Pictured<Product>
}

/** Width and height of a picture. Throws: it is not a PNG. */
function sizeOf(screenshot: string | undefined): readonly [number, number] {
  const png = Buffer.from(screenshot ?? '', 'base64')
  assert.equal(png.subarray(1, 4).toString(), 'PNG')
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

const creditsOf = async (workspace: string): Promise<number> =>
  (await bench.readUsage(workspace)).reduce((sum, { credits }) => sum + credits, 0)

withBrowser('a rendered page has what only its scripts print, and costs 10 credits', async () => {
  const before = await creditsOf(caller.workspace)
  for (const asin of SCRIPTED) {
    const truth = generateProduct({ asin, domain: 'de', ...findMagicAsin(asin)?.page })
    const received = await bench.product(asin, caller.key, '&domain=de&render_js=false&screenshot=0')
    const rendered = await bench.product(asin, caller.key, '&domain=de&render_js=true')
    assert.deepEqual(recordOf(received), truth.received, asin)
    assert.deepEqual(recordOf(rendered), truth.record, asin)
    assert.equal(headerOf(received, 'Svc-Cost'), '5')
    assert.equal(headerOf(rendered, 'Svc-Cost'), '10')
    assert.equal(headerOf(rendered, 'Svc-Source-Status'), '200')
    assert.equal(headerOf(rendered, 'Svc-Resolved-Url'), `https://www.amazon.de/dp/${asin}`)
  }
  assert.equal((await creditsOf(caller.workspace)) - before, SCRIPTED.length * 15)
})

withBrowser('a picture is that of the window or of the whole page, and costs 15 credits', async () => {
  const viewport = await bench.product('B0JSPAGE00', caller.key, '&screenshot=true&add_html=1&explain=1')
  const record = recordOf(viewport)
  assert.deepEqual(sizeOf(record.screenshot), [1280, 900])
  assert.notEqual(record.price, null)
  assert.equal(headerOf(viewport, 'Svc-Cost'), '15')
  assert.deepEqual(Object.keys(record).slice(-3), ['html', 'screenshot', 'provenance'])
  assert.match(record.html ?? '', /priceToPay/)
  const full = await bench.product('B0JSPAGE00', caller.key, '&screenshot=full')
  const [width, height] = sizeOf(recordOf(full).screenshot)
  assert.equal(width, 1280)
  assert.ok(height > 900, String(height))
  assert.equal(headerOf(full, 'Svc-Cost'), '15')
})

withBrowser('each rendered page of a search costs 10 credits', async () => {
  const plain = jsonOf(await bench.search('usb cable', caller.key, '&pages=2')) as SearchResponse
  const answer = await bench.search('usb cable', caller.key, '&pages=2&render_js=1')
  assert.deepEqual(jsonOf(answer), plain)
  assert.equal(headerOf(answer, 'Svc-Cost'), '20')
  const pictured = await bench.search('usb cable', caller.key, '&screenshot=1')
  sizeOf((jsonOf(pictured) as Pictured<SearchResponse>).screenshot)
  assert.equal(headerOf(pictured, 'Svc-Cost'), '15')
})

withBrowser('a page that gives no record costs nothing, and is the error that it is without a browser', async () => {
  const before = await creditsOf(caller.workspace)
  for (const [asin, status, error] of [
    ['B0GONE0404', 404, { error: 'product_not_found', retryable: false }],
    ['B0CAPTCHA0', 502, { error: 'target_unreachable' }],
    ['B0AWAY0000', 502, { error: 'target_unreachable' }],
    ['B0EMPTY000', 502, { error: 'extraction_failed' }],
    ['B0IMAGE000', 502, { error: 'extraction_failed' }],
    ['B0HUGE0000', 502, { error: 'extraction_failed' }],
    ['B0GALLERY0', 502, { error: 'generic_gallery_page' }],
    ['B0WRONG000', 502, { error: 'asin_mismatch' }],
  ] as const) {
    assertError(await bench.product(asin, caller.key, '&screenshot=1'), status, error)
  }
  assert.equal(await creditsOf(caller.workspace), before)
})

withBrowser('a replay renders again, free; the same key without a picture is another request', async () => {
  const headers = { 'Idempotency-Key': 'picture' }
  const ask = (rest: string) =>
    bench.call(`/api/v1/market/product?query=B0JSPRICE0${rest}`, { key: caller.key, headers })
  const first = await ask('&screenshot=1')
  const again = await ask('&screenshot=viewport&render_js=1')
  assert.deepEqual([headerOf(first, 'Svc-Cost'), headerOf(again, 'Svc-Cost')], ['15', '0'])
  assert.equal(recordOf(again).price, recordOf(first).price)
  for (const rest of ['', '&render_js=1', '&screenshot=full']) {
    assertError(await ask(rest), 409, { error: 'idempotency_conflict' })
  }
})

withBrowser('a sandbox key renders the simulated page, free', async () => {
  const { key, workspace } = await bench.createCaller(undefined, 'test')
  const answer = await bench.product('B0JSPRICE0', key, '&screenshot=1')
  assert.notEqual(recordOf(answer).price, null)
  sizeOf(recordOf(answer).screenshot)
  assert.equal(headerOf(answer, 'Svc-Cost'), '0')
  assert.equal(await creditsOf(workspace), 0)
})

withBrowser('what a rendered page costs is reserved before, and refused when it can not be paid', async () => {
  const item = { query: 'B0JSPRICE0', screenshot: true }
  const batch = await bench.createBatch(poor, { endpoint: 'market.product', items: [item] })
  assertError(batch, 402, { error: 'insufficient_credits' })
  assertError(await bench.product('B0JSPRICE0', poor, '&screenshot=1'), 402, { error: 'insufficient_credits' })
  const answer = await bench.product('B0JSPRICE0', poor, '&render_js=1')
  assert.equal(headerOf(answer, 'Svc-Credits-Remaining'), '0')
  assertError(await bench.product('B0JSPRICE0', poor), 402, { error: 'insufficient_credits' })
})

withBrowser('items of a batch are rendered, pictured, charged and read as lines', async () => {
  const { key, workspace } = await bench.createCaller()
  const query = 'B0JSPRICE0'
  const items = [
    { query },
    { query, render_js: true },
    { query, screenshot: true },
    { query: 'B0GONE0404', render_js: 1 },
  ]
  const created = jsonOf(await bench.createBatch(key, { endpoint: 'market.product', items })) as { id: string }
  const read = async (): Promise<{ status: string; credits_charged: number; results: ItemResult[] }> =>
    jsonOf(await bench.call(`${BATCH}/${created.id}`, { key })) as never
  await until(async () => (await read()).status === 'complete', 'the end of the batch')
  const { results, credits_charged } = await read()
  const sorted = results.toSorted((a, b) => a.index - b.index)
  assert.deepEqual(
    sorted.map((result) => result.credits_charged),
    [5, 10, 15, 0],
  )
  assert.equal(credits_charged, 30)
  assert.equal(await creditsOf(workspace), 30)
  assert.deepEqual(sorted[2]?.input, items[2])
  const [plain, rendered, pictured] = sorted.map(({ data }) => data as Pictured<Product> | null)
  assert.equal(plain?.price, null)
  assert.notEqual(rendered?.price, null)
  sizeOf(pictured?.screenshot)
  const lines = await bench.call(`${BATCH}/${created.id}`, { key, headers: { Accept: 'application/x-ndjson' } })
  assert.equal(lines.bytes.toString().trim().split('\n').length, 4)
})

withBrowser('metrics and readiness show the browser', async () => {
  let metrics = ''
  const isClosed = async (): Promise<boolean> => {
    metrics = (await bench.callAdmin('/metrics')).bytes.toString()
    return /^shelfmark_browser_pages_open 0$/m.test(metrics)
  }
  // A search may have begun a page that it no longer needs.
  await until(isClosed, 'no page is open')
  assert.match(metrics, /^shelfmark_browser_starts_total 1$/m)
  assert.match(metrics, /^shelfmark_browser_renders_total\{outcome="ok"\} [1-9]/m)
  assert.deepEqual((jsonOf(await bench.call('/readyz')) as { browser?: string }).browser, 'ok')
})
