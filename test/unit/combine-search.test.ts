import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateSearch } from '../../adapters/sandbox/index.ts'
import { combineSearchPages, ShelfmarkError, type Card, type SearchResponse } from '../../core/index.ts'

const pageOf = (page: number, query = 'usb cable') => generateSearch({ query, domain: 'com', page }).response
const empty: SearchResponse = {
  page: 1,
  products: [],
  node: null,
  refinements: [],
  html: null,
  no_results: true,
  total_results: 0,
}

const withoutPlaces = (card: Card): Card => ({ ...card, organic_position: null, sponsored_position: null })

test('a single page is unchanged', () => {
  const page = { ...pageOf(4), html: '<html>' }
  assert.equal(combineSearchPages([page]), page)
  assert.equal(combineSearchPages([empty]), empty)
})

test('cards of several pages are in order, organic and sponsored ones numbered separately', () => {
  const pages = [pageOf(1), pageOf(2), pageOf(3)]
  const { products, ...rest } = combineSearchPages(pages.map((page) => ({ ...page, html: '<html>' })))
  const [first] = pages
  assert.ok((first?.refinements.length ?? 0) > 1)
  assert.deepEqual(rest, { page: 1, node: first?.node, refinements: first?.refinements, html: null })
  assert.deepEqual(products.map(withoutPlaces), pages.flatMap((page) => page.products).map(withoutPlaces))
  const organic = products.filter((card) => !card.is_sponsored)
  const sponsored = products.filter((card) => card.is_sponsored)
  assert.ok(organic.length > 30 && sponsored.length > 1)
  assert.deepEqual(
    organic.map((card) => [card.organic_position, card.sponsored_position]),
    organic.map((_, index) => [index + 1, null]),
  )
  assert.deepEqual(
    sponsored.map((card) => [card.organic_position, card.sponsored_position]),
    sponsored.map((_, index) => [null, index + 1]),
  )
})

test('a last page without cards does not matter; no_results needs all pages to be empty', () => {
  const combined = combineSearchPages([pageOf(2), { ...empty, page: 3 }])
  assert.equal(combined.page, 2)
  assert.ok(!('no_results' in combined) && !('total_results' in combined))
  assert.deepEqual(combineSearchPages([empty, { ...empty, page: 2 }]), empty)
})

test('pages are not changed', () => {
  const pages = [pageOf(1), pageOf(2)]
  const before = structuredClone(pages)
  combineSearchPages(pages)
  assert.deepEqual(pages, before)
})

test('no page is an invalid argument', () => {
  assert.throws(
    () => combineSearchPages([]),
    (error) => error instanceof ShelfmarkError && error.code === 'invalid_argument',
  )
})
