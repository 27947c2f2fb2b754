import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { GOLDEN_DIRECTORY } from '../../adapters/pages/golden/golden-case.ts'
import { extractProduct, parsePage } from '../../core/index.ts'
import { requireMarketplace } from '../../adapters/require-marketplace.ts'
import { corpusDirectory, listCorpusPages, readCorpusPage, requireShared } from '../support/shared-data.ts'

const PROBLEM = 'not delivered to this place'
const com = requireMarketplace('com')

/** Problems of the price of a page. */
function problemsOf(page: string | Uint8Array, marketplace = com): readonly string[] {
  const { issues } = extractProduct(parsePage(page), marketplace)
  return issues.filter(({ field }) => field === 'price').map(({ problem }) => problem)
}

const printPage = (box: string, price = '') =>
  `<html><body><input id="ASIN" value="B0SHLF7301"><span id="productTitle">Planter</span>${price}<div id="buybox">${box}</div></body></html>`

test('a page of a product that is not delivered to its place says so, with the message of the shop', () => {
  const page = readFileSync(join(GOLDEN_DIRECTORY, 'product/com/not-delivered-here/page.html'))
  const { issues } = extractProduct(parsePage(page), com)
  assert.deepEqual(issues, [
    {
      field: 'price',
      source: '#exportAlternativeShipToCountryCode',
      text: 'This item cannot be shipped to your selected delivery location. Please choose a different delivery location.',
      problem: PROBLEM,
    },
  ])
})

for (const [message, isUndelivered] of [
  ['This item cannot be shipped to your selected delivery location.', true],
  ['Dieser Artikel kann nicht an den ausgewählten Lieferort versandt werden.', true],
  ['Este producto no se puede enviar al punto de entrega seleccionado.', true],
  ['この商品は、お客様のご住所へ発送することができません。', true],
  ['لا يمكن شحن هذا المنتج إلى موقع التوصيل المحدد.', true],
  ['Currently unavailable. We do not know when or if this item will be back in stock.', false],
  ['Derzeit nicht verfügbar.', false],
  ['Available from these sellers.', false],
] as const) {
  test(`without other evidence, the words of the message decide: ${message}`, () => {
    const box = `<div id="availability"><span>${message}</span></div>`
    assert.deepEqual(problemsOf(printPage(box)), isUndelivered ? [PROBLEM] : [])
  })
}

test('a price that the page shows has no issue', () => {
  const box = '<div id="outOfStock"><div id="exportAlternativeShipToCountryCode">CZ</div></div>'
  const price =
    '<div id="corePriceDisplay_desktop_feature_div"><span class="a-price priceToPay"><span class="a-offscreen">$12.90</span><span aria-hidden="true">$12.90</span></span></div>'
  assert.deepEqual(problemsOf(printPage(box)), [PROBLEM])
  assert.deepEqual(problemsOf(printPage(box, price)), [])
})

test('a message that the page hides does not count', () => {
  const box =
    '<div id="availability" class="aok-hidden">This item cannot be shipped to your selected delivery location.</div>'
  assert.deepEqual(problemsOf(printPage(box)), [])
})

test('on real pages, it is said of a few products that are asked for from abroad, and of no other', (context) => {
  if (!requireShared(context, corpusDirectory)) return
  const pages = listCorpusPages().filter(({ kind }) => kind === 'product')
  const found = pages.filter(({ file, domain }) =>
    problemsOf(readCorpusPage(file), requireMarketplace(domain)).includes(PROBLEM),
  )
  assert.ok(pages.length > 100)
  assert.deepEqual(
    found.map(({ file }) => file),
    [
      'com__product__B00FLYWNYQ__2.html',
      'com__product__B0823MDHDJ__2.html',
      'com__product__B0CD9645MM__1.html',
      'com__product__B0CD9645MM__3.html',
    ],
  )
})
