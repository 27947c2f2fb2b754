import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateOffers } from '../../adapters/sandbox/index.ts'
import { combineOffersPages, ShelfmarkError, type OffersResponse } from '../../core/index.ts'

const product = { asin: 'B0NOOFFER0', layout: 'current', situation: 'no_featured_offer' } as const
const pageOf = (page: number): OffersResponse => generateOffers({ product, domain: 'de', page }).response

test('a single page is unchanged', () => {
  const page = { ...pageOf(2), html: '<html>' }
  assert.equal(combineOffersPages([page]), page)
})

test('offers of several pages are in order, with positions that continue', () => {
  const pages = [
    { ...pageOf(1), html: '<html>' },
    { ...pageOf(2), html: '<html>' },
  ]
  const { offers, html, ...rest } = combineOffersPages(pages)
  assert.equal(html, null)
  assert.deepEqual(
    offers.map(({ position }) => position),
    offers.map((_, index) => index + 1),
  )
  const ids = pages.flatMap((page) => page.offers.map(({ offer_id }) => offer_id))
  assert.ok(ids.length > 10)
  assert.deepEqual(
    offers.map(({ offer_id }) => offer_id),
    ids,
  )
  assert.equal(rest.title, pageOf(1).title)
  assert.equal(rest.has_more, pageOf(2).has_more)
  assert.equal(rest.page, 1)
})

test('what the first page lacks is that of the first page that has it', () => {
  const [first, second] = [pageOf(2), { ...pageOf(2), title: 'Kettle', rating: 4.5, delivery_location: 'Ridley 19078' }]
  assert.equal(first.title, null)
  const { title, rating, delivery_location } = combineOffersPages([first, second])
  assert.deepEqual([title, rating, delivery_location], ['Kettle', 4.5, 'Ridley 19078'])
})

test('no_offers needs all pages to be without offers', () => {
  const empty = generateOffers({ product: { asin: 'B0SHLFX301', situation: 'unavailable' }, domain: 'de' }).response
  assert.equal(empty.no_offers, true)
  assert.equal(combineOffersPages([empty, { ...empty, page: 2 }]).no_offers, true)
  assert.ok(!('no_offers' in combineOffersPages([empty, pageOf(1)])))
})

test('no page is an invalid argument', () => {
  assert.throws(
    () => combineOffersPages([]),
    (error) => error instanceof ShelfmarkError && error.code === 'invalid_argument',
  )
})
