import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  extractBestSellers,
  extractOffers,
  extractProduct,
  extractReviews,
  extractSearch,
  parsePage,
} from '../../core/index.ts'
import { readLiteral } from '../../core/text/js-literal.ts'
import { com } from '../../selectors/index.ts'

const ASKED = { asin: 'B0SHLFX301' } as const
const repeat = (make: (index: number) => string): string =>
  Array.from({ length: 3000 }, (_, index) => make(index)).join('')
const asinOf = (index: number): string => `B${String(index).padStart(9, '0')}`

test('of a page of thousands of rows, a record has the first 1,000, and says how many are left out', () => {
  const offer =
    '<div id=aod-offer><span class=a-price><span class=a-offscreen>$1.00</span></span><div id=aod-offer-heading>New</div></div>'
  const offers = parsePage(`<div id=aod-container><input id=ASIN value=${ASKED.asin}>${repeat(() => offer)}</div>`)
  const cards = parsePage(
    repeat(
      (index) =>
        `<div data-component-type=s-search-result data-asin=${asinOf(index)}><h2><a href=/dp/${asinOf(index)}><span>x</span></a></h2></div>`,
    ),
  )
  const reviews = parsePage(
    `<link rel=canonical href=https://www.amazon.com/product-reviews/${ASKED.asin}><div id=cm_cr-review_list>${repeat(
      (index) =>
        `<div data-hook=review id=R${String(index).padStart(13, '0')}><span data-hook=review-body>x</span></div>`,
    )}</div>`,
  )
  const card = (index: number): string =>
    `<div id=gridItemRoot><span class=zg-bdg-text>#${index + 1}</span><div data-asin=${asinOf(index)}><a href=/dp/${asinOf(index)}>x</a></div></div>`
  const names = Array.from({ length: 3000 }, (_, index) => ({
    id: asinOf(index),
    metadataMap: { 'render.zg.rank': String(index + 1) },
  }))
  const named = parsePage(`<div data-client-recs-list='${JSON.stringify(names)}'>${card(0)}</div>`)
  const unnamed = parsePage(`<div class=p13n-desktop-grid>${repeat(card)}</div>`)
  for (const [name, { record, issues }] of Object.entries({
    offers: extractOffers(offers, com, ASKED),
    products: extractSearch(cards, com, {}),
    reviews: extractReviews(reviews, com, ASKED),
    entries: extractBestSellers(named, com),
    'entries of cards': extractBestSellers(unnamed, com),
  })) {
    const list = name.replace(/ .*/, '')
    const rows: unknown = record === null ? null : Reflect.get(record, list)
    assert.ok(Array.isArray(rows), `${list}: ${JSON.stringify(issues.slice(0, 2))}`)
    assert.equal(rows.length, 1000, list)
    const leftOut = issues.filter(({ problem }) => problem === 'left out')
    assert.deepEqual(
      leftOut.map(({ field, text }) => [field, text]),
      [[list, '2000']],
    )
  }
})

test('no text of a record has a NUL, however a page writes it', () => {
  assert.equal(readLiteral(String.raw`"a\u0000b\x00c\0d"`, 0).value, 'abcd')
  const title = 'a\u0000b&#0;c&#x0;d'
  const page = parsePage(
    `<input id=ASIN value=${ASKED.asin}><span id=productTitle>${title}</span><img id=landingImage data-a-dynamic-image='{"https://m.media-amazon.com/images/I/a\\u0000b.jpg":[9,9]}'>`,
  )
  const { record } = extractProduct(page, com, ASKED)
  assert.ok(record !== null)
  assert.ok(!JSON.stringify(record).includes(String.raw`\u0000`), JSON.stringify(record))
})
