import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createClient } from '../../adapters/client/index.ts'
import { inProcess } from '../../adapters/mcp/backend.ts'
import { marketTools } from '../../adapters/mcp/market-tools.ts'
import { extractPage } from '../../adapters/pages/index.ts'
import { createRetriever } from '../../adapters/fetch/create-retriever.ts'
import { sandboxSource } from '../../adapters/fetch/source/sandbox-source.ts'
import { serializeExtraction } from '../../adapters/pages/pool/serialize-extraction.ts'
import { generateOffers, generateProduct, renderOffers } from '../../adapters/sandbox/index.ts'
import type { OffersResponse } from '../../core/index.ts'
import { root } from '../support/root.ts'
import {
  assertError,
  assertInvalid,
  headerOf,
  jsonOf,
  startBench,
  type Answer,
  type Bench,
} from '../support/service-bench.ts'

const PATH = '/api/v1/market/offers'
/** A product without a featured offer, and the number of its offers on de: more than a page. */
const ASIN = 'B0NOOFFER0'
const product = { asin: ASIN, layout: 'current', situation: 'no_featured_offer' } as const
const COUNT = generateProduct({ ...product, domain: 'de' }).record.pricing_count ?? 0

let bench: Bench
let key: string
const folder = mkdtempSync(join(tmpdir(), 'shelfmark-offers-'))
before(async () => {
  bench = await startBench()
  ;({ key } = await bench.createCaller())
})
after(async () => {
  await bench.close()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (query: string): Promise<Answer> => bench.call(`${PATH}?${query}`, { key })
const offersOf = (answer: Answer): OffersResponse => {
  assert.equal(answer.status, 200, answer.bytes.toString())
  return jsonOf(answer) as OffersResponse
}

test('a page of offers: the record of the truth, at the price of a page', async () => {
  const answer = await ask(`query=${ASIN}&domain=de`)
  assert.deepEqual(offersOf(answer), generateOffers({ product, domain: 'de' }).response)
  assert.equal(headerOf(answer, 'Svc-Cost'), '5')
  assert.equal(headerOf(answer, 'Svc-Has-More'), 'true')
  assert.match(
    headerOf(answer, 'Svc-Resolved-Url') ?? '',
    /^https:\/\/www\.amazon\.de\/gp\/product\/ajax\/aodAjaxMain\/\?asin=B0NOOFFER0$/,
  )
})

test('several pages: all offers, positions over all pages, and no charge after the last', async () => {
  assert.ok(COUNT > 10)
  const pages = Math.ceil(COUNT / 10)
  const answer = await ask(`query=${ASIN}&domain=de&pages=10`)
  const { offers, pricing_count, has_more, title } = offersOf(answer)
  assert.deepEqual([offers.length, pricing_count, has_more], [COUNT, COUNT, false])
  assert.deepEqual(
    offers.map(({ position }) => position),
    offers.map((_, index) => index + 1),
  )
  assert.ok(title !== null)
  assert.equal(headerOf(answer, 'Svc-Cost'), String(5 * pages))
  assert.equal(headerOf(answer, 'Svc-Has-More'), 'false')
  const last = offersOf(await ask(`query=${ASIN}&domain=de&start_page=${pages}`))
  assert.equal(last.page, pages)
  assert.deepEqual(
    last.offers.map(({ offer_id }) => offer_id),
    offers.slice(10 * (pages - 1)).map(({ offer_id }) => offer_id),
  )
})

test('filters: a condition, and Prime', async () => {
  const good = offersOf(await ask(`query=${ASIN}&domain=de&condition=used_good&pages=3`))
  assert.ok(good.offers.every(({ condition }) => condition === 'used_good'))
  const prime = offersOf(await ask(`query=${ASIN}&domain=de&prime_only=true&pages=3`))
  assert.ok(prime.offers.every(({ is_prime }) => is_prime) && prime.offers.length < COUNT)
})

test('no offers: 200 with no_offers', async () => {
  const answer = await ask('query=B0UNAVAIL0')
  const { offers, no_offers } = offersOf(answer)
  assert.deepEqual([offers, no_offers], [[], true])
  assert.equal(headerOf(answer, 'Svc-Cost'), '5')
})

test('a page after the last offer has no_offers, at the price of a first page', async () => {
  for (const pages of [1, 2]) {
    const answer = await ask(`query=${ASIN}&domain=de&start_page=9&pages=${pages}`)
    const { offers, no_offers, has_more, pricing_count } = offersOf(answer)
    assert.deepEqual([offers, no_offers, has_more, pricing_count], [[], true, false, COUNT])
    assert.equal(headerOf(answer, 'Svc-Cost'), '5')
  }
})

test('a parent has the offers of the child that its page shows; a sibling is another product', async () => {
  for (const [rest, attempts] of [
    ['', 3],
    ['&zip=10001', 2],
    ['&pages=2', 5],
  ] as const) {
    const answer = await ask(`query=B0PARENT00${rest}`)
    const { asin, asin_in_url, offers } = offersOf(answer)
    assert.deepEqual([asin, asin_in_url, offers.length > 0], ['B0CHILD000', 'B0PARENT00', true])
    assert.equal(headerOf(answer, 'Svc-Attempts'), String(attempts), rest)
  }
  for (const rest of ['', '&zip=10001']) {
    const answer = await ask(`query=B0SIBLING0${rest}`)
    assertError(answer, 502, { error: 'asin_mismatch' })
    assert.equal(headerOf(answer, 'Svc-Cost'), '0')
  }
})

test('an unknown form is extraction_failed, another product asin_mismatch, and neither costs', async () => {
  for (const [asin, status, code] of [
    ['B0NEWPANEL', 502, 'extraction_failed'],
    ['B0WRONG000', 502, 'asin_mismatch'],
    ['B0GONE0404', 404, 'product_not_found'],
    ['B0CAPTCHA0', 502, 'target_unreachable'],
  ] as const) {
    const answer = await ask(`query=${asin}`)
    assertError(answer, status, status === 404 ? { error: code, retryable: false } : { error: code })
    assert.equal(headerOf(answer, 'Svc-Cost'), '0', asin)
  }
})

test('wrong parameters are named', async () => {
  assertInvalid(await ask('query=short&condition=mint&pages=11&start_page=0&prime_only=maybe'), [
    'query',
    'condition',
    'prime_only',
    'start_page',
    'pages',
  ])
})

test('explain names what gave each value of each offer', async () => {
  const answer = await ask(`query=${ASIN}&domain=de&explain=true`)
  const { provenance } = jsonOf(answer) as {
    provenance: { winners: Record<string, string>; attempts: unknown[] }
  }
  assert.equal(provenance.winners['offers[0].seller_id'], 'field: seller_name')
  assert.match(provenance.winners['offers[9].price'] ?? '', /aod-price/)
  assert.ok(provenance.attempts.length > 100)
})

test('the client has a method of its own', async () => {
  const client = createClient({ baseUrl: `http://127.0.0.1:${bench.port}`, key })
  const { data, meta } = await client.offers({ query: ASIN, domain: 'de', condition: 'new' })
  const prices: (number | null)[] = data.offers.map(({ price_total }) => price_total)
  assert.ok(prices.length > 0)
  assert.equal(meta.cost, 5)
})

test('the description of the interface has the operation, and an example that is a record', async () => {
  const { paths, components } = jsonOf(await bench.call('/api/v1/openapi.json')) as {
    paths: Record<
      string,
      {
        get: {
          operationId: string
          responses: Record<
            string,
            { content: Record<string, { examples: Record<string, { value: OffersResponse }> }> }
          >
        }
      }
    >
    components: { schemas: Record<string, unknown> }
  }
  const { get } = paths[PATH] ?? assert.fail('no operation')
  assert.equal(get.operationId, 'listOffers')
  const [example] = Object.values(get.responses['200']?.content['application/json']?.examples ?? {})
  assert.ok((example?.value.offers.length ?? 0) > 0)
  assert.ok(components.schemas['OffersResponse'] && components.schemas['ListedOffer'])
})

/** Runs the command line from its sources. */
const runCli = (...args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const line = ['--import', 'tsx', join(root, 'adapters/cli/main.ts'), ...args]
    execFile(process.execPath, line, { cwd: root }, (error, output) =>
      error === null ? resolve(output) : reject(error),
    )
  })

test('command line: fetch, extract, explain and CSV', async () => {
  const fetched = JSON.parse(
    await runCli('fetch', 'offers', ASIN, '--domain', 'de', '--set', 'condition=new', '--source', 'sandbox'),
  ) as OffersResponse
  assert.ok(fetched.offers.length > 0 && fetched.offers.every(({ condition }) => condition === 'new'))
  const file = join(folder, 'offers.html')
  const truth = generateOffers({ product, domain: 'fr' })
  writeFileSync(file, renderOffers(truth))
  assert.deepEqual(JSON.parse(await runCli('extract', file)), truth.response)
  assert.match(await runCli('explain', file, 'offers[1].price'), /won/)
  const table = join(folder, 'offers.csv')
  await runCli('extract', file, '--format', 'csv', '--out', table)
  const [head = '', ...rows] = readFileSync(table, 'utf8').trimEnd().split('\r\n')
  assert.match(head, /offers\.pricing_count/)
  assert.match(head, /(?:^|,)price_total(?:,|$)/)
  assert.equal(rows.length, truth.response.offers.length)
})

test('MCP: a tool that gives the offers', async () => {
  const retriever = createRetriever({
    source: sandboxSource(),
    extractor: { extract: (bytes, options) => Promise.resolve(serializeExtraction(extractPage(bytes, options))) },
  })
  const tool = marketTools(inProcess(retriever)).find(({ name }) => name === 'list_offers')
  assert.ok(tool !== undefined)
  const input = { product: ASIN, domain: 'de', limit: 2, fields: ['seller_name', 'price_total'] }
  const { data } = await tool.run(input as never, new AbortController().signal)
  const { records } = data as { records: readonly object[] }
  assert.deepEqual(records.map(Object.keys), [
    ['seller_name', 'price_total'],
    ['seller_name', 'price_total'],
  ])
})
