import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { extractProduct, parsePage, productSchema } from '../core/index.ts'
import { com, de } from '../selectors/index.ts'

const HTML = `<div id=dp class="toy en_US"><input id=ASIN value=B0SHLF0001>
<h1><span id=productTitle>Tin Bell</span></h1>
<div id=corePrice_feature_div><span class=a-price><span class=a-offscreen>$12.50</span></span></div>
<div id=averageCustomerReviews><span id=acrCustomerReviewText>4.75 ratings</span></div></div>`

test('the record has all fields, in the order of the wire', () => {
  const { record } = extractProduct(parsePage(HTML), com)
  assert.ok(record !== null)
  v.parse(productSchema, record)
  const order = Object.keys(productSchema.entries)
  assert.equal(order.length, 55)
  assert.deepEqual(
    Object.keys(record),
    order.filter((field) => field !== 'html'),
  )
})

test('the page itself is attached when it is asked for', () => {
  const { record } = extractProduct(parsePage(Buffer.from(HTML)), com, { addHtml: true })
  assert.equal(record?.html, HTML)
  assert.equal(Object.keys(record).at(-1), 'html')
  v.parse(productSchema, record)
})

test('values say what gave them, and what can not be read is an issue', () => {
  const { winners, issues, attempts, record } = extractProduct(parsePage(HTML), com)
  assert.equal(winners.product_name, 'span#productTitle')
  assert.equal(winners.title, 'field: product_name')
  assert.equal(winners.page_type, '#dp::attr(class)')
  assert.equal(record?.reviews_count, 0)
  assert.deepEqual(
    issues.map(({ field, text, problem }) => [field, text, problem]),
    [['reviews_count', '4.75 ratings', 'unreadable']],
  )
  assert.equal(attempts, null)
})

test('everything that was tried is listed when it is asked for', () => {
  const { attempts } = extractProduct(parsePage(HTML), com, { explain: true })
  const ofTitle = attempts?.filter(({ field }) => field === 'product_name') ?? []
  assert.deepEqual(ofTitle.at(-1), {
    field: 'product_name',
    source: 'span#productTitle',
    found: 1,
    text: 'Tin Bell',
    outcome: 'won',
  })
})

test('the ASIN that was asked for is kept beside that of the page', () => {
  const { record } = extractProduct(parsePage(HTML), de, { asin: 'B0SHLF0002' })
  assert.equal(record?.asin, 'B0SHLF0001')
  assert.equal(record.asin_in_url, 'B0SHLF0002')
  assert.equal(record.url, 'https://www.amazon.de/dp/B0SHLF0001')
})

test('one page can be read again, and gives the same', () => {
  const page = parsePage(HTML)
  assert.deepEqual(extractProduct(page, com), extractProduct(page, com))
})
