import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { parseRetrievalRequest, type RecordRequest } from '../../adapters/fetch/parse-request.ts'
import { directorySource } from '../../adapters/fetch/source/directory-source.ts'
import { fetchServiceSource } from '../../adapters/fetch/source/fetch-service.ts'
import type { PageRequest } from '../../adapters/fetch/source/page-source.ts'
import { sandboxSource } from '../../adapters/fetch/source/sandbox-source.ts'
import { contract } from '../../adapters/contract.ts'
import type { OffersResponse } from '../../core/index.ts'
import { marketplaces } from '../../selectors/index.ts'
import { batchCalls } from '../support/batch-calls.ts'
import { makeRetriever, never, outcomeOf, productRequest, recordOf } from '../support/retrievers.ts'
import { headerOf, startBench } from '../support/service-bench.ts'
import { openShop } from '../support/shop-visits.ts'

const ASIN = 'B0SHLFS081'
const OFFERS = '/api/v1/market/offers'
const FRAGMENT = '/gp/product/ajax/aodAjaxMain/'

function offersRequest(query: string, more: Readonly<Record<string, unknown>> = {}): RecordRequest {
  const parsed = parseRetrievalRequest(contract, 'market.offers', { query, domain: 'de', ...more })
  assert.ok(parsed.ok)
  return parsed.params
}

const pathsOf = (requests: readonly PageRequest[]): readonly string[] =>
  requests.map(({ url }) => new URL(url).pathname)

test('from a source without sessions, the page of the product proves the place of its offers', async () => {
  const { retriever, requests } = makeRetriever()
  const retrieval = await retriever.retrieve(offersRequest(ASIN, { zip: '10117' }), never)
  assert.deepEqual([outcomeOf(retrieval), retrieval.location, retrieval.pages], ['ok 2 200', 'session', 1])
  assert.deepEqual(pathsOf(requests), [`/dp/${ASIN}`, FRAGMENT])
  assert.deepEqual(
    requests.map(({ place, record }) => [record, place?.zip]),
    [
      ['product', '10117'],
      ['offers', '10117'],
    ],
  )
  assert.equal(requests[1]?.after?.isPlaceProven, true)
  const record = recordOf(retrieval) as OffersResponse
  assert.deepEqual([record.asin, record.offers.length > 0], [ASIN, true])
})

test('offers of every marketplace come for a place that it knows, and for another country', async () => {
  const { retriever } = makeRetriever()
  for (const { domain, places } of marketplaces.values()) {
    const own = places.known === null ? [] : [places.known]
    for (const place of [...own, { zip: null, city: null, ship_to: 'CZ' }]) {
      const retrieval = await retriever.retrieve(offersRequest(ASIN, { domain, ...place }), never)
      assert.deepEqual([outcomeOf(retrieval), retrieval.location], ['ok 2 200', 'session'], domain)
    }
  }
})

test('one page of the product proves all pages of its offers', async () => {
  const { retriever, requests } = makeRetriever()
  const retrieval = await retriever.retrieve(offersRequest('B0NOOFFER0', { zip: '10115', pages: 10 }), never)
  assert.equal(retrieval.pages, 2)
  assert.deepEqual([retrieval.location, retrieval.attempts], ['session', requests.length])
  assert.equal(pathsOf(requests).filter((path) => path !== FRAGMENT).length, 1)
})

test('a page of the product that shows another place, or that is refused, is the answer for its offers', async () => {
  for (const [asin, expected] of [
    ['B0ELSEWHER', 'location_not_applied 4 200'],
    ['B0CAPTCHA0', 'target_unreachable 4 200'],
    ['B0GONE0404', 'product_not_found 1 404'],
  ] as const) {
    const { retriever, requests } = makeRetriever()
    const retrieval = await retriever.retrieve(offersRequest(asin, { zip: '10117' }), never)
    assert.equal(outcomeOf(retrieval), expected)
    assert.ok(!pathsOf(requests).includes(FRAGMENT), asin)
    if (asin !== 'B0ELSEWHER') continue
    assert.ok('error' in retrieval)
    assert.match(retrieval.details?.shown ?? '', /\d{5}/)
  }
})

test('without a place, only the offers are fetched', async () => {
  const { retriever, requests } = makeRetriever()
  const retrieval = await retriever.retrieve(offersRequest(ASIN), never)
  assert.deepEqual([outcomeOf(retrieval), retrieval.location, requests.length], ['ok 1 200', null, 1])
})

test('saved offers for a place are proven by the saved page of the product', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'shelfmark-offers-'))
  t.after(() => rm(folder, { recursive: true }))
  const { retriever: simulated, requests } = makeRetriever()
  await simulated.retrieve(offersRequest(ASIN, { zip: '10117' }), never)
  const [proof, offers] = requests as [PageRequest, PageRequest]
  const save = async (request: PageRequest, path: string): Promise<void> => {
    const file = join(folder, 'de/10117', path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, (await sandboxSource().fetch({ ...request, takesCoded: false }, never)).bytes)
  }
  const ask = async (): Promise<string> => {
    const { retriever } = makeRetriever({ source: directorySource(folder) })
    const retrieval = await retriever.retrieve(offersRequest(ASIN, { zip: '10117' }), never)
    return `${outcomeOf(retrieval)} ${retrieval.location}`
  }
  await save(offers, `offers/${ASIN}.html`)
  assert.equal(await ask(), 'product_not_found 1 404 null')
  await save(proof, `product/${ASIN}.html`)
  assert.equal(await ask(), 'ok 2 200 session')
})

test('a service that fetches is asked for the page of the product first, both with the place', async (t) => {
  const seen: (string | null)[] = []
  const pages = sandboxSource()
  const server = createServer((incoming, response) => {
    const { searchParams } = new URL(incoming.url ?? '', 'http://localhost')
    const [url, zip] = [searchParams.get('url') ?? '', searchParams.get('zip')]
    seen.push(zip)
    const place = { zip, city: null, shipTo: null }
    void pages
      .fetch({ record: 'offers', domain: 'de', url, language: null, attempt: 1, place }, never)
      .then(({ bytes }) => response.writeHead(200, { 'Content-Type': 'text/html;charset=UTF-8' }).end(bytes))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?url={url}&zip={zip}`
  const source = fetchServiceSource({ address })
  t.after(async () => {
    await source.close()
    server.closeAllConnections()
    server.close()
  })
  const retrieval = await makeRetriever({ source }).retriever.retrieve(offersRequest(ASIN, { zip: '10117' }), never)
  assert.deepEqual([outcomeOf(retrieval), retrieval.location, seen], ['ok 2 200', 'session', ['10117', '10117']])
})

test('a session proves its place before offers, also one that another request made, or that is old', async (t) => {
  let nowMs = 1_000_000
  const shop = await openShop(t, '', { epochMs: () => nowMs })
  const { retriever } = makeRetriever(shop)
  const product = productRequest(ASIN, { zip: '10117' })
  // Of requests at the same time, one makes the session, whose place no page has shown yet.
  const [first, second] = await Promise.all([
    retriever.retrieve(product, never),
    retriever.retrieve(offersRequest(ASIN, { zip: '10117' }), never),
  ])
  assert.deepEqual([outcomeOf(first), first.location], ['ok 1 200', 'confirmed'])
  assert.deepEqual([outcomeOf(second), second.location], ['ok 1 200', 'session'])
  nowMs += 16 * 60_000
  await retriever.retrieve(product, never)
  nowMs += 16 * 60_000
  const count = shop.visits.length
  const later = await retriever.retrieve(offersRequest(ASIN, { zip: '10117' }), never)
  assert.deepEqual([outcomeOf(later), later.location], ['ok 1 200', 'session'])
  assert.equal(shop.visits.length - count, 2)
  assert.equal(shop.source.counts()['de']?.made, 1)
})

test('keys of the sandbox and items of batches have offers for a place, at the same price', async (t) => {
  const bench = await startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '200' } })
  t.after(() => bench.close())
  const { key } = await bench.createCaller()
  const { key: sandboxKey } = await bench.createCaller(undefined, 'test')
  const items: Record<string, string>[] = [
    { query: ASIN, zip: '10001' },
    { query: ASIN, zip: 'auto' },
    { query: ASIN, ship_to: 'CZ' },
  ]
  for (const [caller, cost] of [
    [key, 5],
    [sandboxKey, 0],
  ] as const) {
    for (const item of items) {
      const answer = await bench.call(`${OFFERS}?${new URLSearchParams(item).toString()}`, { key: caller })
      const headers = ['Svc-Location', 'Svc-Attempts', 'Svc-Cost'].map((name) => headerOf(answer, name))
      assert.deepEqual([answer.status, ...headers], [200, 'session', '2', String(cost)], JSON.stringify(item))
    }
    const { create, finish } = batchCalls(bench, caller)
    const { results } = await finish((await create({ endpoint: 'market.offers', items })).id)
    assert.deepEqual(
      results.map((result) => [result.status, 'location' in result && result.location, result.credits_charged]),
      items.map(() => ['ok', 'session', cost]),
    )
  }
})
