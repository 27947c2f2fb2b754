import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareRecords, describeDifference } from '../../adapters/pages/golden/compare.ts'
import {
  generateProduct,
  generateSearch,
  renderProduct,
  renderSearch,
  requireLocale,
} from '../../adapters/sandbox/index.ts'
import { comparePlace, extractProduct, extractSearch, parsePage, type Place } from '../../core/index.ts'
import { marketplaces } from '../../selectors/index.ts'

/** Places of each marketplace: one of its own country, and other countries. */
const cases = [...marketplaces.values()].flatMap((marketplace) => {
  const { known } = marketplace.places
  const abroad = ['CZ', 'KR', 'CI'].map((shipTo): Place => ({ zip: null, city: null, shipTo }))
  const own: readonly Place[] = known === null ? [] : [{ zip: known.zip, city: known.city, shipTo: null }]
  return [...own, ...abroad].map((place) => ({ marketplace, place }))
})

const ASINS = ['B0PLACE001', 'B0PLACE002', 'B0PLACE003', 'B0PLACE004', 'B0PLACE005']

test('a simulated page for a place is read as printed', () => {
  for (const { marketplace, place } of cases) {
    const { domain } = marketplace
    for (const request of [
      { asin: 'B0PLACE001' },
      { asin: 'B0ELSEWHER', layout: 'current', situation: 'offered', placeFault: 'other_place' },
      { asin: 'B0NOTHERE0', layout: 'current', placeFault: 'undeliverable' },
    ] as const) {
      const truth = generateProduct({ ...request, domain, place })
      const { record, winners } = extractProduct(parsePage(Buffer.from(renderProduct(truth))), marketplace)
      const differences = compareRecords(truth.record, record, winners)
      const name = `${domain} ${request.asin} ${JSON.stringify(place)}`
      assert.ok(differences.length === 0, `${name}\n${differences.map(describeDifference).join('\n')}`)
    }
    const search = generateSearch({ query: 'lantern', domain, place })
    const { record } = extractSearch(parsePage(Buffer.from(renderSearch(search))), marketplace)
    assert.deepEqual(record, search.response)
  }
})

test('price, stock and shipping differ between places, and are the same in each', () => {
  const offersIn = (zip: string) =>
    ASINS.map((asin) => {
      const place = { zip, city: null, shipTo: null }
      const { record } = generateProduct({ asin, domain: 'com', place, layout: 'current', situation: 'offered' })
      return [record.price, record.stock, record.price_shipping]
    })
  assert.deepEqual(offersIn('10001'), offersIn('10001'))
  for (const index of [0, 1, 2]) {
    const perZip = ['10001', '60602', '94102', '30281'].map((zip) => offersIn(zip).map((offer) => offer[index]))
    assert.ok(new Set(perZip.map((values) => JSON.stringify(values))).size > 1, `member ${index}`)
  }
})

test('a product that is not delivered to a place has a price without one', () => {
  const product = { asin: 'B0NOTHERE0', domain: 'de', layout: 'current', situation: 'offered' } as const
  const place = { zip: '10117', city: null, shipTo: null }
  assert.notEqual(generateProduct({ ...product, placeFault: 'undeliverable' }).record.price, null)
  const { record } = generateProduct({ ...product, place, placeFault: 'undeliverable' })
  assert.equal(record.price, null)
  assert.deepEqual([record.in_stock, record.is_deliverable], [null, false])
})

test('no place that a page shows by itself passes for the known place of its marketplace', () => {
  let looked = 0
  for (const marketplace of marketplaces.values()) {
    const { known } = marketplace.places
    if (known === null) continue
    for (const location of requireLocale(marketplace.domain).phrases.delivery.locations) {
      const verdict = comparePlace({ zip: known.zip, city: known.city, shipTo: null }, location, marketplace)
      assert.notEqual(verdict, 'shown', `${marketplace.domain} ${location}`)
      looked++
    }
  }
  assert.ok(looked > 40, `${looked} places`)
})
