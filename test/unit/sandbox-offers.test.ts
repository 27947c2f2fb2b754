import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { generateOffers, generateProduct, renderOffers, type OffersTruth } from '../../adapters/sandbox/index.ts'
import { Sandbox } from '../../adapters/sandbox/server/index.ts'
import {
  classifyPage,
  extractOffers,
  parsePage,
  recognizeDomain,
  requireRecord,
  type Marketplace,
} from '../../core/index.ts'
import { marketplaces, site, type BaseMaps } from '../../selectors/index.ts'
import { runsOf } from '../support/property-runs.ts'

const domains = [...marketplaces.keys()]

function requireMarketplace(domain: string): Marketplace<string, BaseMaps> {
  const marketplace = marketplaces.get(domain)
  assert.ok(marketplace !== undefined, domain)
  return marketplace
}

/** Paths of all values that differ, with both. */
function findDifferences(expected: unknown, actual: unknown, path: string): string[] {
  if (typeof expected !== 'object' || expected === null || typeof actual !== 'object' || actual === null) {
    return Object.is(expected, actual)
      ? []
      : [`${path}: expected ${JSON.stringify(expected)}, read ${JSON.stringify(actual)}`]
  }
  const keys = new Set([...Object.keys(expected), ...Object.keys(actual)])
  const valueOf = (from: object, key: string): unknown => (from as Readonly<Record<string, unknown>>)[key]
  return [...keys].flatMap((key) => findDifferences(valueOf(expected, key), valueOf(actual, key), `${path}.${key}`))
}

function checkTruth(truth: OffersTruth, weight: 'light' | 'real' = 'light'): void {
  const html = renderOffers(truth, { weight })
  const { domain, response } = truth
  const { asin, page } = response
  const { record, issues } = extractOffers(parsePage(html), requireMarketplace(domain), { asin, page })
  assert.deepEqual(findDifferences(response, record, 'record'), [], `${domain}, ${asin}, page ${page}`)
  assert.deepEqual(record, response)
  assert.deepEqual(issues, [])
  const bytes = Buffer.from(html)
  assert.equal(classifyPage({ bytes }, site).kind, 'offers')
  assert.equal(recognizeDomain(parsePage(html), marketplaces.values()), domain)
}

const asins = fc
  .array(fc.constantFrom(...'ABCDEFGHJKLMNPQRSTVWXYZ0123456789'.split('')), { minLength: 8, maxLength: 8 })
  .map((letters) => `B0${letters.join('')}`)

test('the offers of every product of every marketplace are read as printed', () => {
  const request = fc.record({
    product: fc.record({ asin: asins }),
    domain: fc.constantFrom(...domains),
    page: fc.integer({ min: 1, max: 3 }),
    conditions: fc.constantFrom([], ['new'] as const, ['usedGood', 'usedVeryGood'] as const),
    isPrimeOnly: fc.boolean(),
  })
  fc.assert(
    fc.property(request, (given) => checkTruth(generateOffers(given))),
    { numRuns: runsOf(400) },
  )
})

for (const domain of domains) {
  test(`${domain}: offers are read as printed, in all situations`, () => {
    for (const situation of [
      'offered',
      'deal',
      'coupon',
      'unit_price',
      'used',
      'price_in_cart',
      'no_featured_offer',
      'unavailable',
    ] as const) {
      for (const asin of ['B0SHLFQ001', 'B0SHLFQ002', 'B0SHLFQ003']) {
        checkTruth(generateOffers({ product: { asin, situation, layout: 'current' }, domain }))
      }
    }
  })
}

test('the featured offer costs what the buy box of the product says, and it announces the number of others and their lowest price', () => {
  let featured = 0
  for (const domain of domains) {
    for (let index = 100; index < 130; index++) {
      const asin = `B0SHLFR${index}`
      const { record } = generateProduct({ asin, domain })
      const { response } = generateOffers({ product: { asin }, domain })
      assert.equal(response.pricing_count, record.pricing_count ?? 0)
      const others = response.offers.filter(({ is_featured }) => !is_featured).map(({ price }) => price)
      assert.equal(others[0] ?? null, record.pricing_lowest)
      const [first] = response.offers
      if (first?.is_featured !== true) continue
      featured++
      assert.equal(first.price, record.price_buybox)
      assert.equal(first.seller_name, record.featured_merchant?.name)
    }
  }
  assert.ok(featured > 100)
})

test('a page of real size is read as printed', () => {
  checkTruth(generateOffers({ product: { asin: 'B0SHLFQ009', situation: 'no_featured_offer' }, domain: 'com' }), 'real')
})

test('the sandbox answers at the address of the record, with filters and pages', () => {
  const definition = requireRecord('offers')
  const sandbox = new Sandbox({ weight: 'light' })
  const read = (params: object, page: number) => {
    const marketplace = requireMarketplace('de')
    const url = new URL(definition.address(marketplace, { language: null, ...params }, page))
    const answer = sandbox.answer({
      method: 'GET',
      target: url.pathname + url.search,
      host: url.host,
      acceptEncoding: undefined,
      faults: undefined,
    })
    assert.equal(answer.status, 200)
    return extractOffers(parsePage(answer.body), marketplace, { asin: 'B0NOOFFER0', page }).record
  }
  const all = { query: 'B0NOOFFER0', condition: 'all', prime_only: false }
  const first = read(all, 1)
  const second = read(all, 2)
  assert.ok(first !== null && second !== null)
  assert.equal(first.has_more, true)
  assert.equal(first.offers.length, 10)
  assert.equal(first.offers[0]?.is_featured, false)
  assert.equal(second.title, null)
  assert.equal(first.pricing_count, second.pricing_count)
  assert.ok(first.offers.every(({ offer_id }) => second.offers.every((other) => other.offer_id !== offer_id)))
  const used = read({ ...all, condition: 'used' }, 1)
  assert.ok(used !== null && used.offers.length > 0)
  assert.ok(used.offers.every(({ condition }) => condition?.startsWith('used')))
  const prime = read({ ...all, prime_only: true }, 1)
  assert.ok(prime !== null && prime.offers.every(({ is_prime }) => is_prime))
  assert.ok((prime.pricing_count ?? 0) < (first.pricing_count ?? 0))
})
