import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { test } from 'node:test'
import type { Place } from '../../core/index.ts'
import { marketplaces } from '../../selectors/index.ts'
import { generateAsin } from '../../adapters/sandbox/index.ts'
import { makeRetriever, never, outcomeOf, productRequest, recordOf, searchRequest } from '../support/retrievers.ts'
import type { PageRequest } from '../../adapters/fetch/source/page-source.ts'
import { openShop } from '../support/shop-visits.ts'

const FORM = 'GET /portal-migration/hz/glow/get-rendered-address-selections'
const CHANGE = 'POST /portal-migration/hz/glow/address-change'
const OLDER = 'POST /gp/delivery/ajax/address-change.html'
const BERLIN: Place = { zip: '10117', city: null, shipTo: null }
const ASIN = 'B0SHLFS081'
const berlin = (asin = ASIN) => productRequest(asin, { zip: '10117' })

test('the first page for a place takes a session of four requests, each later page one', async (t) => {
  const shop = await openShop(t)
  const { retriever } = makeRetriever(shop)
  const first = await retriever.retrieve(berlin(), never)
  assert.equal(outcomeOf(first), 'ok 1 200')
  assert.deepEqual(shop.paths(), [`GET /dp/${ASIN}`, FORM, CHANGE, `GET /dp/${ASIN}`])
  assert.deepEqual([first.location, 'json' in first], ['confirmed', true])
  for (const asin of ['B0SHLFS082', 'B0SHLFS083']) await retriever.retrieve(berlin(asin), never)
  assert.equal(shop.visits.length, 6)
  assert.deepEqual(shop.source.counts(), { de: { made: 1, proven: 1, refused: 0, lost: 0 } })
})

test('on every marketplace, a place that it knows and another country are proven', async (t) => {
  const shop = await openShop(t)
  const { retriever } = makeRetriever(shop)
  assert.ok(marketplaces.size >= 20)
  for (const { domain, places } of marketplaces.values()) {
    const own = places.known === null ? [] : [{ zip: places.known.zip, city: places.known.city }]
    const abroad = { ship_to: places.country === 'CH' ? 'AT' : 'CH' }
    for (const place of [...own, abroad]) {
      const retrieval = await retriever.retrieve(productRequest(ASIN, { domain, ...place }), never)
      assert.deepEqual(
        [outcomeOf(retrieval), retrieval.location],
        ['ok 1 200', 'confirmed'],
        JSON.stringify({ domain, ...place }),
      )
    }
  }
})

test('requests without a place come from the source itself, without a session', async (t) => {
  const shop = await openShop(t)
  const { retriever } = makeRetriever(shop)
  assert.equal(outcomeOf(await retriever.retrieve(productRequest(ASIN), never)), 'ok 1 200')
  assert.deepEqual([shop.visits.length, shop.source.kept(), shop.visits[0]?.request.cookies], [1, 0, undefined])
})

test('with SHELFMARK_SESSIONS, pages without a place come in a session of their own, without further requests', async (t) => {
  const settings = { isAlwaysOn: true, maxPages: 200, maxAgeMs: 3_600_000 }
  const shop = await openShop(t, '', { settings })
  const { retriever } = makeRetriever(shop)
  for (const asin of [ASIN, 'B0SHLFS082']) await retriever.retrieve(productRequest(asin), never)
  await retriever.retrieve(berlin(), never)
  const ids = shop.visits.map(({ request }) => /session-id=([\d-]+)/.exec(request.headers?.['Cookie'] ?? '')?.[1])
  assert.equal(shop.visits.length, 2 + 4)
  assert.equal(ids[0], undefined)
  assert.ok(ids[1] !== undefined && ids[2] === undefined && ids[3] !== ids[1], 'another place is another visitor')
})

test('where the newer address of the change does not work, the older one does', async (t) => {
  const shop = await openShop(t, 'no_json')
  const { retriever } = makeRetriever(shop)
  assert.equal(outcomeOf(await retriever.retrieve(berlin(), never)), 'ok 1 200')
  assert.deepEqual(shop.paths().slice(2, 4), [CHANGE, OLDER])
})

test('where the header of a page has no token, another page gives it, and proves the place', async (t) => {
  const shop = await openShop(t, 'no_token')
  const { retriever } = makeRetriever(shop)
  assert.equal(outcomeOf(await retriever.retrieve(berlin(), never)), 'ok 1 200')
  const pages = [`GET /dp/${ASIN}`, 'GET /', 'GET /gp/bestsellers/']
  assert.deepEqual(shop.paths(), [...pages, FORM, CHANGE, 'GET /gp/bestsellers/', `GET /dp/${ASIN}`])
})

test('a change that lies is not believed: the next attempt has another session', async (t) => {
  const shop = await openShop(t, 'lies*1')
  const { retriever } = makeRetriever(shop)
  const retrieval = await retriever.retrieve(berlin(), never)
  assert.deepEqual([outcomeOf(retrieval), retrieval.location], ['ok 2 200', 'confirmed'])
  assert.deepEqual(shop.source.counts(), { de: { made: 2, proven: 1, refused: 0, lost: 0 } })
})

for (const fault of ['lies', 'declined', 'no_json,no_form']) {
  test(`when every change fails (${fault}), the answer is an error that says what the page shows`, async (t) => {
    const shop = await openShop(t, fault)
    const { retriever } = makeRetriever(shop)
    const retrieval = await retriever.retrieve(berlin(), never)
    assert.equal(outcomeOf(retrieval), 'location_not_applied 4 200')
    assert.equal(shop.source.kept(), 0, 'no such session is kept')
  })
}

test('a place that the shop drops takes one attempt a request, until some minutes have passed', async (t) => {
  let nowMs = 1_000_000
  const shop = await openShop(t, 'lies', { epochMs: () => nowMs })
  const { retriever } = makeRetriever(shop)
  const ask = async (zip: string): Promise<string> =>
    outcomeOf(await retriever.retrieve(productRequest(ASIN, { zip }), never))
  assert.equal(await ask('10117'), 'location_not_applied 4 200')
  assert.equal(await ask('10117'), 'location_not_applied 1 200')
  assert.equal(await ask('80331'), 'location_not_applied 4 200', 'of another place, nothing is known')
  nowMs += 5 * 60_000
  assert.equal(await ask('10117'), 'location_not_applied 2 200', 'one attempt more, as a trial')
})

test('a page that shows the place ends the count of those that did not', async (t) => {
  const shop = await openShop(t, 'lies*3')
  const { retriever } = makeRetriever(shop)
  assert.equal(outcomeOf(await retriever.retrieve(berlin(), never)), 'ok 4 200')
  assert.equal(outcomeOf(await retriever.retrieve(berlin(), never)), 'ok 1 200')
})

test('sessions that lose their place are replaced inside of the request, and no page is for another place', async (t) => {
  const shop = await openShop(t, 'lost=3')
  const { retriever } = makeRetriever(shop)
  for (let index = 0; index < 10; index++) {
    const retrieval = await retriever.retrieve(berlin(generateAsin(`lost ${index}`)), never)
    assert.ok('json' in retrieval && retrieval.location === 'confirmed', outcomeOf(retrieval))
  }
  const { made = 0, lost = 0, proven = 0 } = shop.source.counts()['de'] ?? {}
  assert.ok(lost >= 2 && made === lost + 1 && proven === made, inspect(shop.source.counts()))
})

test('a captcha instead of the first page is reported as one, and the next attempt has another session', async (t) => {
  const captcha = 'https://www.amazon.de/dp/B0CAPTCHA0'
  const shop = await openShop(t, '', {}, (request, index) => (index === 0 ? { ...request, url: captcha } : request))
  const outcomes: string[] = []
  const { retriever } = makeRetriever({ ...shop, onAttempt: (_, outcome) => outcomes.push(outcome) })
  assert.equal(outcomeOf(await retriever.retrieve(berlin(), never)), 'ok 2 200')
  assert.deepEqual(outcomes, ['captcha', 'record'])
  assert.deepEqual(shop.source.counts(), { de: { made: 1, proven: 1, refused: 1, lost: 0 } })
})

test('when all sessions are refused, the error is that of a shop that can not be reached', async (t) => {
  for (const fault of ['captcha', 'challenge', 'throttled', 'status=503', 'sign_in']) {
    const shop = await openShop(t, fault)
    const { retriever } = makeRetriever(shop)
    assert.equal(outcomeOf(await retriever.retrieve(berlin(), never)).split(' ')[0], 'target_unreachable', fault)
    assert.deepEqual([shop.visits.length, shop.source.kept()], [4, 0], fault)
  }
})

test('a captcha in a later page ends its session', async (t) => {
  const shop = await openShop(t)
  const { retriever } = makeRetriever(shop)
  await retriever.retrieve(berlin(), never)
  assert.equal(shop.source.kept(), 1)
  await retriever.retrieve(berlin('B0CAPTCHA0'), never)
  assert.deepEqual([shop.source.kept(), shop.source.counts()['de']?.lost], [0, 1])
})

test('requests at the same time make one session for a place, not one each', async (t) => {
  const shop = await openShop(t)
  const { retriever } = makeRetriever(shop)
  const asins = Array.from({ length: 12 }, (_, index) => generateAsin(`many ${index}`))
  const retrievals = await Promise.all(asins.map((asin) => retriever.retrieve(berlin(asin), never)))
  assert.ok(retrievals.every(({ location }) => location === 'confirmed'))
  const changes = shop.paths().filter((path) => path === CHANGE).length
  assert.ok(changes >= 1 && changes <= 4, `${changes} sessions`)
  assert.equal(shop.source.kept(), changes)
})

test('all pages of a search come in the place', async (t) => {
  const shop = await openShop(t)
  const { retriever } = makeRetriever(shop)
  const retrieval = await retriever.retrieve(searchRequest('kettle', { pages: 3, zip: '10117' }), never)
  assert.deepEqual([retrieval.location, retrieval.pages], ['confirmed', 3])
})

test('a session remembers whether its pages show reviews, and a request that needs them gets one that does', async (t) => {
  const shop = await openShop(t, 'no_reviews*2')
  const ask = async (asin: string): Promise<number> => {
    const url = `https://www.amazon.de/dp/${asin}`
    const request = { record: 'product', domain: 'de', url, language: null, place: BERLIN, attempt: 1 } as const
    const page = await shop.source.fetch({ ...request, needsReviews: true }, never)
    const shown = Buffer.from(page.bytes).toString().split('data-hook="review"').length - 1
    page.session?.report({ kind: 'product', place: 'shown', hasReviews: shown > 0 })
    return shown
  }
  const counts: number[] = []
  for (let index = 0; index < 6; index++) counts.push(await ask(ASIN))
  assert.deepEqual(
    counts.map((count) => count > 0),
    [false, false, true, true, true, true],
  )
  assert.equal(shop.source.counts()['de']?.made, 3)
})

test('no cookie is in a record, a failure, an answer of the source, its counts, or what inspect prints', async (t) => {
  const shop = await openShop(t, 'lost=2,captcha%30')
  const { retriever } = makeRetriever(shop)
  const told: unknown[] = []
  for (let index = 0; index < 8; index++) {
    const retrieval = await retriever.retrieve(
      productRequest(generateAsin(`told ${index}`), { zip: '10117', explain: true }),
      never,
    )
    told.push(retrieval, 'json' in retrieval ? recordOf(retrieval) : null)
  }
  const url = `https://www.amazon.de/dp/${ASIN}`
  const asked = { record: 'product', domain: 'de', url, language: null, place: BERLIN, attempt: 1 } as const
  const { bytes: _, ...page } = await shop.source.fetch(asked, never)
  told.push(page, shop.source, shop.source.counts())
  const values = shop.visits.flatMap(({ page: { setCookies = [] } }) =>
    setCookies.map((line) => /^(?:session|ubid)[^=]*=([^;]+)/.exec(line)?.[1] ?? ''),
  )
  const secrets = new Set(values.filter((value) => value.length > 12))
  assert.ok(secrets.size > 10)
  const text = inspect(told, { depth: 20, maxStringLength: Infinity, maxArrayLength: Infinity, showHidden: true })
  for (const secret of secrets) assert.ok(!text.includes(secret), 'a cookie is shown')
})

const zipOf = (index: number): string => String(10_100 + index)

/** An absent product, one of many. */
const absentAsin = (index: number): string => `B0GONE${String(index).padStart(4, '0')}`
const toAbsent = (request: PageRequest): PageRequest => ({
  ...request,
  url: request.url.replace(/B0GONE\d{4}/, 'B0GONE0404'),
})

test('60 absent products with 60 places make no session, and one request each', async (t) => {
  const shop = await openShop(t, '', {}, toAbsent)
  const { retriever } = makeRetriever(shop)
  for (let index = 0; index < 60; index++) {
    const request = productRequest(absentAsin(index), { zip: zipOf(index) })
    assert.equal(outcomeOf(await retriever.retrieve(request, never)), 'product_not_found 1 404')
  }
  assert.deepEqual([shop.visits.length, shop.source.kept(), shop.source.counts()], [60, 0, {}])
})

test('who waits for a session while an absent page is found gets one', async (t) => {
  const shop = await openShop(t, '', {}, toAbsent)
  const { retriever } = makeRetriever(shop)
  const asins = [absentAsin(1), ASIN, absentAsin(2), 'B0SHLFS082']
  const outcomes = await Promise.all(
    asins.map(async (asin) => outcomeOf(await retriever.retrieve(berlin(asin), never))),
  )
  assert.deepEqual(outcomes, ['product_not_found 1 404', 'ok 1 200', 'product_not_found 1 404', 'ok 1 200'])
  assert.deepEqual(shop.source.counts(), { de: { made: 1, proven: 1, refused: 0, lost: 0 } })
})

test('a workspace whose sessions give no record makes one a minute; one product in many places is not slowed down', async (t) => {
  let nowMs = 1_000_000
  const shop = await openShop(t, '', { epochMs: () => nowMs })
  const { retriever } = makeRetriever(shop)
  const ask = async (asin: string, index: number, workspace: string): Promise<string> =>
    outcomeOf(await retriever.retrieve(productRequest(asin, { zip: zipOf(index) }), never, workspace))
  const made = (): number => shop.source.counts()['de']?.made ?? 0
  for (let index = 0; index < 70; index++) assert.equal(await ask(ASIN, index, 'payer'), 'ok 1 200')
  assert.equal(made(), 70)
  for (let index = 100; index < 160; index++) await ask('B0GALLERY0', index, 'flood')
  assert.equal(made(), 130)
  const before = shop.visits.length
  for (let index = 160; index < 180; index++) await ask('B0GALLERY0', index, 'flood')
  assert.deepEqual([made(), shop.visits.length - before], [130, 20], 'one request each, without a session')
  assert.equal(await ask(ASIN, 180, 'flood'), 'location_not_applied 1 200')
  assert.equal(await ask(ASIN, 0, 'flood'), 'ok 1 200', 'a session that there is, which takes one off')
  assert.equal(await ask(ASIN, 180, 'flood'), 'ok 1 200')
  nowMs += 60_000
  assert.deepEqual([await ask(ASIN, 181, 'flood'), await ask(ASIN, 182, 'payer')], ['ok 1 200', 'ok 1 200'])
})
