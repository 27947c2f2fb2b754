import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { describeDifference, compareRecords } from '../../adapters/pages/golden/compare.ts'
import {
  generateProduct,
  generateSearch,
  PRODUCT_LAYOUTS,
  renderProduct,
  SCRIPTED_PARTS,
  SITUATIONS_OF,
  type ProductRequest,
} from '../../adapters/sandbox/index.ts'
import { extractProduct, parsePage, type Product } from '../../core/index.ts'
import { marketplaces } from '../../selectors/index.ts'
import { runsOf, sampleOf } from '../support/property-runs.ts'

const domains = [...marketplaces.keys()]
const LOOKS = PRODUCT_LAYOUTS.flatMap((layout) => SITUATIONS_OF[layout].map((situation) => ({ layout, situation })))

/** Fails with the names of the fields that are not read as they were printed. Scripts have not run. */
function checkRoundTrip(request: ProductRequest, weight: 'light' | 'real' = 'light'): void {
  const truth = generateProduct(request)
  checkPage(request, truth.received, renderProduct(truth, { weight }))
}

function checkPage(request: ProductRequest, expected: Product, html: string): void {
  const page = parsePage(Buffer.from(html))
  const marketplace = marketplaces.get(request.domain)
  assert.ok(marketplace)
  const { record, winners } = extractProduct(page, marketplace)
  const differences = compareRecords(expected, record, winners)
  assert.ok(differences.length === 0, `${JSON.stringify(request)}\n${differences.map(describeDifference).join('\n')}`)
}

test('the same request gives the same page', () => {
  const request = { asin: 'B0SAME0001', domain: 'fr', layout: 'apparel' } as const
  assert.equal(renderProduct(generateProduct(request)), renderProduct(generateProduct(request)))
})

for (const domain of domains) {
  test(`${domain}: products are read as printed, in every layout and situation`, () => {
    for (const [index, look] of sampleOf([...LOOKS.entries()])) {
      const asin = look.layout.includes('book') ? `1234567${index + 100}`.slice(0, 10) : `B0LAYOUT${index + 10}`
      checkRoundTrip({ asin, domain, ...look })
    }
  })
}

/** What the scripts of a page do in a browser. */
function runScripts(html: string): string {
  return html.replaceAll(/<script>\s*\(function \(here\)[^]*?atob\('([^']*)'\)[^]*?<\/script>/g, (_, encoded: string) =>
    Buffer.from(encoded, 'base64').toString(),
  )
}

test('what only scripts print is missing in the page as received, and nothing else', () => {
  const family = { parent: 'B0JSPARENT', sibling: 'B0JSSIBLIN' }
  const look = { layout: 'current', situation: 'offered', ...family } as const
  for (const domain of sampleOf(domains)) {
    for (const scripted of [...SCRIPTED_PARTS.map((part) => [part]), SCRIPTED_PARTS]) {
      const request = { asin: 'B0JSPAGE00', domain, ...look, scripted }
      const truth = generateProduct(request)
      assert.notDeepEqual(truth.received, truth.record, `${domain} ${scripted.join()}`)
      assert.deepEqual(truth.record, generateProduct({ ...request, scripted: [] }).record)
      checkPage(request, truth.received, renderProduct(truth))
      checkPage(request, truth.record, runScripts(renderProduct(truth)))
    }
  }
  assert.throws(
    () => generateProduct({ asin: 'B0JSPAGE00', domain: 'de', layout: 'classic', scripted: ['price'] }),
    /has no scripts/,
  )
})

const looks = fc.constantFrom(...LOOKS)
const items = fc.stringMatching(/^B0[A-Z0-9]{8}$/)
const books = fc.stringMatching(/^\d{9}[\dX]$/)
const currencies = fc.option(fc.constantFrom('USD', 'EUR', 'JPY', 'KZT'), { nil: undefined, freq: 9 })

test('every product of every marketplace is read as printed', () => {
  const requests = looks.chain((look) =>
    fc.record({
      asin: look.layout.includes('book') ? books : items,
      domain: fc.constantFrom(...domains),
      layout: fc.constant(look.layout),
      situation: fc.constant(look.situation),
      currency: currencies,
    }),
  )
  fc.assert(
    fc.property(requests, (request) => checkRoundTrip(request)),
    { numRuns: runsOf(4000) },
  )
})

test('the page of a product and its cards agree', () => {
  for (const domain of domains) {
    const { response } = generateSearch({ query: 'tray', domain })
    for (const card of response.products) {
      const { record } = generateProduct({ asin: card.asin, domain })
      assert.ok(card.title.includes(record.product_name), `${domain}: ${card.title}`)
      if (card.price === null || record.price === null || card.currency !== record.currency) continue
      assert.equal(card.price, record.price, `${domain} ${card.asin}`)
    }
  }
  const abroad = generateSearch({ query: 'tray', domain: 'co.jp', currency: 'EUR' }).response.products
  const priced = abroad.filter(({ price }) => price !== null)
  assert.ok(priced.length > 0)
  for (const { asin, price } of priced) {
    const { record } = generateProduct({
      asin,
      domain: 'co.jp',
      situation: 'deal',
      layout: asin.startsWith('B0') ? 'current' : 'book',
      currency: 'EUR',
    })
    assert.equal(record.price, price, asin)
  }
})

test('variation families of 1 to 800 children are read as printed', () => {
  for (const children of [1, 2, 37, 800]) {
    for (const layout of ['current', 'apparel', 'classic'] as const) {
      checkRoundTrip({ asin: 'B0FAMILY00', domain: 'com', layout, situation: 'offered', children })
    }
  }
})

test('pages of real weight are read as printed', () => {
  for (const layout of PRODUCT_LAYOUTS) {
    const asin = layout.includes('book') ? '1234567890' : 'B0WEIGHT00'
    checkRoundTrip({ asin, domain: 'de', layout, situation: 'offered' }, 'real')
  }
})

test('a situation that a layout cannot show is rejected', () => {
  assert.throws(
    () => generateProduct({ asin: 'B0LAYOUT00', domain: 'com', layout: 'book', situation: 'range' }),
    /"book" can't show "range"/,
  )
})
