import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { directorySource } from '../../adapters/fetch/source/directory-source.ts'
import { sandboxSource } from '../../adapters/fetch/source/sandbox-source.ts'
import type { FetchedPage, PageRequest, PageSource, SessionOutcome } from '../../adapters/fetch/source/page-source.ts'
import type { Product, SearchResponse } from '../../core/index.ts'
import { marketplaces } from '../../selectors/index.ts'
import { makeRetriever, never, outcomeOf, productRequest, recordOf, searchRequest } from '../support/retrievers.ts'

const ASIN = 'B0SHLFS001'
const nowhere = { zip: null, city: null, ship_to: null }
const berlin = { ...nowhere, zip: '10117' }

test('a page is for the place that was asked for, on every marketplace', async () => {
  const { retriever } = makeRetriever()
  for (const { domain, places } of marketplaces.values()) {
    const own = places.known === null ? [] : [{ ...nowhere, zip: places.known.zip, city: places.known.city }]
    for (const place of [...own, { ...nowhere, ship_to: 'CZ' }]) {
      const retrieval = await retriever.retrieve(productRequest(ASIN, { domain, ...place }), never)
      assert.equal(retrieval.location, 'confirmed', `${domain} ${JSON.stringify(retrieval)}`.slice(0, 300))
      assert.equal(retrieval.attempts, 1)
    }
  }
})

test('without a place, no source is told of one, and nothing is said about it', async () => {
  const { retriever, requests } = makeRetriever()
  const retrieval = await retriever.retrieve(productRequest('B0ELSEWHER'), never)
  assert.equal(outcomeOf(retrieval), 'ok 1 200')
  assert.equal(retrieval.location, null)
  assert.equal(requests[0]?.place, undefined)
})

test('a page for another place is a failed attempt, and at the end an error with both places', async () => {
  const { retriever, requests } = makeRetriever()
  const retrieval = await retriever.retrieve(productRequest('B0ELSEWHER', berlin), never)
  assert.equal(outcomeOf(retrieval), 'location_not_applied 4 200')
  assert.ok('error' in retrieval)
  assert.deepEqual([retrieval.location, retrieval.pages, retrieval.reasonCode], [null, 0, 'other_place'])
  const { asked, shown } = retrieval.details ?? {}
  assert.deepEqual(asked, berlin)
  assert.match(shown ?? '', /^[^\n]+ \d{5}$/)
  assert.ok(!shown?.includes('10117'))
  assert.deepEqual(
    requests.map(({ place, attempt }) => [place?.zip, attempt]),
    [1, 2, 3, 4].map((attempt) => ['10117', attempt]),
  )
})

test('a page that is not delivered to the place has its record, without a price', async () => {
  const { retriever } = makeRetriever()
  const retrieval = await retriever.retrieve(productRequest('B0NOTHERE0', { ...berlin, explain: true }), never)
  const record = recordOf(retrieval) as Product & { provenance: { issues: readonly object[] } }
  assert.deepEqual([record.price, record.is_deliverable, retrieval.location], [null, false, 'confirmed'])
})

/** A source whose pages have no header, in sessions that have proven their place or not. */
function fragments(isProven: (attempt: number) => boolean) {
  const pages = sandboxSource()
  const reports: SessionOutcome[] = []
  const source: PageSource = {
    fetch: async (request, signal): Promise<FetchedPage> => {
      const page = await pages.fetch(request, signal)
      const text = Buffer.from(page.bytes)
        .toString()
        .replace(/<div id="glow-ingress-block">.*?<\/div>/s, '')
      const session = {
        isPlaceProven: isProven(request.attempt),
        report: (outcome: SessionOutcome) => void reports.push(outcome),
      }
      return { ...page, bytes: Buffer.from(text), session }
    },
    close: () => pages.close(),
  }
  return { source, reports }
}

test('a page without a header is proven by its session', async () => {
  const { source, reports } = fragments((attempt) => attempt > 1)
  const { retriever } = makeRetriever({ source })
  const retrieval = await retriever.retrieve(productRequest(ASIN, berlin), never)
  assert.equal(outcomeOf(retrieval), 'ok 2 200')
  assert.equal(retrieval.location, 'session')
  assert.deepEqual(
    reports.map(({ kind, place }) => [kind, place]),
    [
      ['product', 'none'],
      ['product', 'none'],
    ],
  )
})

test('a page without a header, in a session that has not proven its place, is an error', async () => {
  const { retriever } = makeRetriever({ source: fragments(() => false).source })
  const retrieval = await retriever.retrieve(productRequest(ASIN, berlin), never)
  assert.equal(outcomeOf(retrieval), 'location_not_applied 4 200')
  assert.ok('error' in retrieval)
  assert.equal(retrieval.reasonCode, 'no_place')
  assert.deepEqual(retrieval.details, { asked: berlin, shown: null })
})

/** A source of simulated pages, each in a session that has proven its place. */
function inSessions(toPage: (page: FetchedPage, request: PageRequest) => FetchedPage = (page) => page) {
  const pages = sandboxSource({ timeLimitMs: 50 })
  const reports: SessionOutcome[] = []
  const session = { isPlaceProven: true, report: (outcome: SessionOutcome) => void reports.push(outcome) }
  const source: PageSource = {
    fetch: async (request, signal) => ({ ...toPage(await pages.fetch(request, signal), request), session }),
    close: () => pages.close(),
  }
  return { source, reports }
}

test('a session that has proven its place does not outweigh a header that shows another', async () => {
  const { source, reports } = inSessions()
  const retrieval = await makeRetriever({ source }).retriever.retrieve(productRequest('B0ELSEWHER', berlin), never)
  assert.equal(outcomeOf(retrieval), 'location_not_applied 4 200')
  assert.deepEqual(new Set(reports.map(({ place }) => place)), new Set(['other']))
})

test('a session learns once what each of its pages was', async () => {
  for (const [asin, place, expected] of [
    [ASIN, berlin, { kind: 'product', place: 'shown' }],
    [ASIN, nowhere, { kind: 'product', place: null }],
    ['B0CAPTCHA0', berlin, { kind: 'captcha', place: 'none' }],
    ['B0GONE0404', nowhere, { kind: 'not_found', place: null }],
  ] as const) {
    const { source, reports } = inSessions()
    const { retriever, requests } = makeRetriever({ source })
    await retriever.retrieve(productRequest(asin, place), never)
    assert.equal(reports.length, requests.length)
    for (const { kind, place: shown } of reports) assert.deepEqual({ kind, place: shown }, expected, asin)
  }
})

test('a session learns whether its pages show reviews, and that a page could not be read', async () => {
  const withReviews = inSessions()
  const { retriever, requests } = makeRetriever({ source: withReviews.source })
  for (const asin of ['B0SHLFS001', 'B0SHLFS002', 'B0SHLFS003']) {
    const record = recordOf(await retriever.retrieve(productRequest(asin), never)) as Product
    const expected = record.reviews_count === 0 ? null : record.reviews.length > 0
    assert.equal(withReviews.reports.at(-1)?.hasReviews, expected, asin)
  }
  await retriever.retrieve(productRequest(ASIN, { fields: ['title'] }), never)
  // The page tells, whatever fields of it were asked for.
  assert.equal(withReviews.reports.at(-1)?.hasReviews, true)
  await retriever.retrieve(productRequest(ASIN, { fields: ['reviews'] }), never)
  assert.deepEqual([requests[0]?.needsReviews, requests.at(-1)?.needsReviews], [false, true])

  const nested = Buffer.from(`<html>${'<div>'.repeat(200_000)}`)
  const unreadable = inSessions((page) => ({ ...page, bytes: new Uint8Array(nested) }))
  await makeRetriever({ source: unreadable.source }).retriever.retrieve(productRequest(ASIN, berlin), never)
  assert.deepEqual(unreadable.reports[0]?.place === 'shown', false)
})

test('every page of a record has to be for the place; the weakest proof counts', async () => {
  const request = searchRequest('lantern', { ...berlin, pages: 3 })
  const confirmed = await makeRetriever().retriever.retrieve(request, never)
  assert.deepEqual([confirmed.pages, confirmed.location], [3, 'confirmed'])
  assert.ok((recordOf(confirmed) as SearchResponse).products.length > 16)

  const withoutHeader = /<div id="glow-ingress-block">.*?<\/div>/s
  const second = (page: FetchedPage, { url }: PageRequest): FetchedPage => {
    if (!url.includes('page=2')) return page
    return { ...page, bytes: Buffer.from(Buffer.from(page.bytes).toString().replace(withoutHeader, '')) }
  }
  const mixed = await makeRetriever({ source: inSessions(second).source }).retriever.retrieve(request, never)
  assert.deepEqual([mixed.pages, mixed.location], [3, 'session'])

  const other = (page: FetchedPage, { url }: PageRequest): FetchedPage => {
    if (!url.includes('page=2')) return page
    return { ...page, bytes: Buffer.from(Buffer.from(page.bytes).toString().replace('10117', '10969')) }
  }
  const failed = await makeRetriever({ source: inSessions(other).source }).retriever.retrieve(request, never)
  assert.match(outcomeOf(failed), /^location_not_applied /)
})

test('a page that is refused at first is fetched again for the same place', async () => {
  const { retriever, requests } = makeRetriever()
  const retrieval = await retriever.retrieve(searchRequest('sandbox:captcha*2', berlin), never)
  assert.deepEqual([outcomeOf(retrieval), retrieval.location], ['ok 3 200', 'confirmed'])
  assert.deepEqual(new Set(requests.map(({ place }) => place?.zip)), new Set(['10117']))
})

test('saved pages for a place are in a folder of its own, and are proven too', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'shelfmark-places-'))
  t.after(() => rm(folder, { recursive: true }))
  const pages = sandboxSource()
  const save = async (domain: 'co.uk' | 'com.au', place: PageRequest['place'], path: string): Promise<void> => {
    const url = `https://www.amazon.${domain}/dp/${ASIN}`
    const { bytes } = await pages.fetch({ record: 'product', domain, url, language: null, attempt: 1, place }, never)
    await mkdir(join(folder, path, 'product'), { recursive: true })
    await writeFile(join(folder, path, 'product', `${ASIN}.html`), bytes)
  }
  await save('co.uk', undefined, 'co.uk')
  await save('co.uk', { zip: 'NW1 6XE', city: null, shipTo: null }, 'co.uk/NW1%206XE')
  await save('co.uk', { zip: 'NW1 6XE', city: null, shipTo: null }, 'co.uk/E1%206AN')
  await save('com.au', { zip: '2000', city: 'SYDNEY', shipTo: null }, 'com.au/2000.SYDNEY')
  const { retriever } = makeRetriever({ source: directorySource(folder) })
  const ask = async (domain: string, place: object): Promise<string> => {
    const retrieval = await retriever.retrieve(productRequest(ASIN, { domain, ...place }), never)
    return `${outcomeOf(retrieval)} ${retrieval.location}`
  }
  assert.equal(await ask('co.uk', nowhere), 'ok 1 200 null')
  assert.equal(await ask('co.uk', { ...nowhere, zip: 'NW1 6XE' }), 'ok 1 200 confirmed')
  assert.equal(await ask('co.uk', { ...nowhere, zip: 'E1 6AN' }), 'location_not_applied 4 200 null')
  assert.equal(await ask('co.uk', { ...nowhere, ship_to: 'DE' }), 'product_not_found 1 404 null')
  assert.equal(await ask('com.au', { ...nowhere, zip: '2000', city: 'SYDNEY' }), 'ok 1 200 confirmed')
  assert.equal(await ask('com.au', { ...nowhere, zip: '2000', city: '../../../co.uk' }), 'product_not_found 1 404 null')
})
