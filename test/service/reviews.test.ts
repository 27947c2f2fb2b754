import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { generateProduct } from '../../adapters/sandbox/index.ts'
import { sandboxSource } from '../../adapters/fetch/source/sandbox-source.ts'
import type { PageRequest, PageSource } from '../../adapters/fetch/source/page-source.ts'
import type { Reviews } from '../../core/index.ts'
import { createClient } from '../../adapters/client/index.ts'
import { runCli } from '../support/cli-process.ts'
import { never, makeRetriever, outcomeOf, productRequest } from '../support/retrievers.ts'
import { assertError, headerOf, jsonOf, startBench, type Answer, type Bench } from '../support/service-bench.ts'
import { GENEROUS_MS } from '../support/wait.ts'

const REVIEWS = '/api/v1/market/reviews'
/** It has ratings and reviews, and shows the latter from the third attempt on. */
const SHOWN_LATER = 'B0WITHHEL2'

let bench: Bench
let key: string
let workspace: string
const ask = (query: string, rest = ''): Promise<Answer> =>
  bench.call(`${REVIEWS}?query=${query}&domain=de${rest}`, { key })

before(async () => {
  bench = await startBench({ retrieval: { totalMs: GENEROUS_MS } })
  ;({ key, workspace } = await bench.createCaller())
})
after(() => bench.close())

test('reviews are those of the product page, with names unless they are left out', async () => {
  const answer = await ask('b0shlfs081')
  assert.equal(answer.status, 200)
  assert.equal(headerOf(answer, 'Svc-Cost'), '5')
  const found = jsonOf(answer) as Reviews
  const { record } = generateProduct({ asin: 'B0SHLFS081', domain: 'de' })
  assert.deepEqual(
    found.reviews.map(({ id, author }) => [id, author]),
    record.reviews.map(({ id, author }) => [id, author]),
  )
  assert.ok(found.reviews.length > 0)
  assert.deepEqual([found.scope, found.asin, found.title, found.html], ['top', 'B0SHLFS081', record.title, null])
  const withoutNames = jsonOf(await ask('B0SHLFS081', '&authors=false&explain=true')) as Reviews
  assert.deepEqual(
    withoutNames.reviews.map(({ id, author, author_id }) => [id, author, author_id]),
    record.reviews.map(({ id }) => [id, null, null]),
  )
  const part = jsonOf(await ask('B0SHLFS081', '&fields=rating,reviews_count')) as object
  assert.deepEqual(Object.keys(part), ['rating', 'reviews_count'])
  const { html } = jsonOf(await ask('B0SHLFS081', '&add_html=1')) as Reviews
  assert.ok(html?.includes('cm-cr-dp-review-list'))
})

test('a page without the reviews of a product that has ratings is tried again, three times, and is free', async () => {
  const before = await bench.readUsage(workspace)
  const answer = await ask('B0WITHHELD')
  assertError(answer, 502, { error: 'reviews_withheld' })
  assert.deepEqual(
    ['Svc-Attempts', 'Svc-Cost', 'Svc-Reason'].map((name) => headerOf(answer, name)),
    ['4', '0', 'not_shown'],
  )
  assert.deepEqual(await bench.readUsage(workspace), before)
  const later = await ask(SHOWN_LATER)
  assert.deepEqual([later.status, headerOf(later, 'Svc-Attempts'), headerOf(later, 'Svc-Cost')], [200, '3', '5'])
})

test('a product without ratings has no reviews, and that is an answer', async () => {
  const answer = await ask('B0UNRATED0')
  const { rating, reviews, reviews_count } = jsonOf(answer) as Reviews
  assert.deepEqual([answer.status, rating, reviews_count, reviews], [200, null, 0, []])
})

test('errors of products are those of their reviews', async () => {
  assertError(await ask('B0GONE0404'), 404, { error: 'product_not_found', retryable: false })
  assertError(await ask('B0SIBLING0'), 502, { error: 'asin_mismatch' })
  assertError(await ask('B0GALLERY0'), 502, { error: 'generic_gallery_page' })
  assertError(await ask('B0CAPTCHA0'), 502, { error: 'target_unreachable' })
})

test('a product with reviews=true needs its reviews; without it, its provenance says that they were not shown', async () => {
  const issue = { field: 'reviews', source: '', text: 'not shown to this session', problem: 'missing' }
  const plain = await bench.product('B0WITHHELD', key, '&explain=true')
  const { reviews, provenance } = jsonOf(plain) as { reviews: unknown; provenance: { issues: unknown } }
  assert.deepEqual([plain.status, reviews, provenance.issues], [200, [], [issue]])
  assertError(await bench.product('B0WITHHELD', key, '&reviews=true'), 502, { error: 'reviews_withheld' })
  const later = await bench.product(SHOWN_LATER, key, '&reviews=true')
  assert.deepEqual([later.status, headerOf(later, 'Svc-Attempts')], [200, '3'])
  assert.equal((await bench.product('B0UNRATED0', key, '&reviews=true')).status, 200)
})

test('a source is told which pages are of use only with reviews', async () => {
  const told: (boolean | undefined)[] = []
  const sandbox = sandboxSource()
  const source: PageSource = {
    fetch: (request: PageRequest, signal) => {
      told.push(request.needsReviews)
      return sandbox.fetch(request, signal)
    },
    close: () => sandbox.close(),
  }
  const { retriever } = makeRetriever({ source })
  assert.equal(outcomeOf(await retriever.retrieve(productRequest('B0SHLFS081'), never)), 'ok 1 200')
  assert.equal(outcomeOf(await retriever.retrieve(productRequest('B0SHLFS081', { reviews: true }), never)), 'ok 1 200')
  assert.deepEqual(told, [false, true])
})

test('the client has a method for reviews', async () => {
  const client = createClient({ baseUrl: `http://127.0.0.1:${bench.port}`, key })
  const { data } = await client.reviews({ query: 'B0SHLFS081', domain: 'de', authors: false })
  assert.ok(data.reviews.length > 0)
  assert.equal(data.reviews[0]?.author, null)
})

test('an item of a batch can be reviews', async () => {
  const answer = await bench.createBatch(key, {
    endpoint: 'market.reviews',
    items: [{ query: 'B0SHLFS081', domain: 'de', authors: false }],
  })
  assert.equal(answer.status, 201, String(answer.bytes))
})

test('the command line fetches reviews, and prints a row for each as CSV', async () => {
  const fetched = await runCli([
    'fetch',
    'reviews',
    'B0SHLFS081',
    '-d',
    'de',
    '--source',
    'sandbox',
    '--set',
    'authors=false',
  ])
  assert.equal(fetched.code, 0, fetched.errors)
  const { record } = generateProduct({ asin: 'B0SHLFS081', domain: 'de' })
  assert.ok(fetched.output.includes(record.reviews[0]?.id ?? 'none'))
  const page = 'golden/reviews/com/list-of-2024/page.html'
  const extracted = await runCli(['extract', page, '--format', 'csv'])
  assert.equal(extracted.code, 0, extracted.errors)
  const [head = '', ...rows] = extracted.output.trimEnd().split(/\r?\n/)
  assert.ok(head.split(',').includes('helpful_count'))
  // The text of the first review has two lines.
  assert.equal(rows.filter((row) => row.startsWith(page)).length, 3)
  const explained = await runCli(['explain', page, 'reviews[0].helpful_count'])
  assert.match(explained.output, /won .*helpful-vote-statement.*1,204 people/)
  const ofProduct = await runCli([
    'explain',
    'golden/reviews/de/translated/page.html',
    'original',
    '--record',
    'reviews',
  ])
  assert.match(ofProduct.output, /cr-original-review-content|Mooie kan/)
  const json = await runCli(['extract', 'golden/reviews/de/translated/page.html', '--record', 'reviews'])
  assert.equal((JSON.parse(json.output) as { scope?: string; record?: Reviews }).scope, 'top')
})
