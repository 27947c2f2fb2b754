import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { extractPage } from '../../adapters/pages/index.ts'
import { bestSellersSchema, type BestSellers, type Entry } from '../../core/index.ts'
import { corpusDirectory, listCorpusPages, readCorpusPage, requireShared } from '../support/shared-data.ts'

/**
 * What each page shows, counted on the page without the extraction: entries, cards, prices and their sum,
 * prices of others and their sum, offers, sums of averages and of ratings, characters of all titles, categories.
 */
const PAGES: Readonly<Record<string, readonly number[]>> = {
  'ae__other__amazon-ae-Best-Sellers-The-best-items-in__1': [50, 30, 30, 18578.57, 0, 0, 0, 116.3, 50171, 4148, 13],
  'com__other__Amazon-Best-Sellers-Best-Electronics__1': [50, 30, 9, 154543, 21, 895802, 209, 137.5, 1634230, 4565, 20],
  'com__other__Amazon-Best-Sellers-Best-Electronics__2': [50, 30, 8, 545.9, 22, 6498.94, 270, 137, 1534441, 4597, 20],
  'com__other__Amazon-Best-Sellers-Best-Tools-Home-Impr__1': [
    50, 30, 15, 378.62, 15, 514.89, 87, 138.3, 1868473, 4183, 15,
  ],
  'com__other__Amazon-com-Best-Sellers-The-most-popular__1': [20, 6, 4, 88.51, 2, 70.21, 7, 27, 1197779, 497, 41],
  'com__other__Amazon-com-Best-Sellers-The-most-popular__2': [20, 6, 5, 95.23, 1, 20.13, 6, 27.2, 1161352, 514, 41],
  com__other__x__1: [20, 6, 1, 93.81, 5, 2725.04, 107, 27.2, 445362, 422, 41],
  'de__other__Amazon-de-Bestseller-Die-beliebtesten-Ar__1': [20, 6, 5, 158.59, 0, 0, 0, 26.9, 89766, 745, 40],
  'de__other__Amazon-de-Bestseller-Die-beliebtesten-Ar__2': [
    50, 30, 29, 1356.01, 1, 47.58, 2, 137.3, 2138818, 3393, 20,
  ],
  'in__other__Amazon-in-Bestsellers-The-most-popular-i__1': [20, 6, 0, 0, 0, 0, 0, 24.2, 164242, 729, 32],
}

test('real lists of best sellers are read as they show themselves', (context) => {
  if (!requireShared(context, corpusDirectory)) return
  const found = new Map(
    listCorpusPages()
      .filter(({ kind }) => kind === 'other')
      .map(({ file }) => [file.replace('.html', ''), extractPage(readCorpusPage(file))] as const)
      .filter(([, { kind }]) => kind === 'best_sellers'),
  )
  assert.deepEqual([...found.keys()].toSorted(), Object.keys(PAGES).toSorted())
  for (const [name, { record, issues, domain }] of found) {
    const list = v.parse(bestSellersSchema, record)
    assert.deepEqual(measure(list), PAGES[name], name)
    assert.deepEqual(issues, [], name)
    assert.equal(list.list, 'best_sellers', name)
    assert.deepEqual(
      list.entries.map(({ rank }) => rank),
      list.entries.map((_, index) => index + 1),
      name,
    )
    assert.equal(list.categories.filter(({ is_selected }) => is_selected).length, 1, name)
    assert.ok(list.url.startsWith(`https://www.amazon.${domain}/`), list.url)
    assert.equal(list.has_more, list.entries.length === 50, name)
    assert.equal(list.is_landing_page, list.query === '', name)
  }
})

function measure({ entries, categories }: BestSellers): number[] {
  const count = (field: keyof Entry): number => entries.filter((entry) => entry[field] !== null).length
  const sum = (field: 'price' | 'price_from' | 'pricing_count' | 'rating' | 'reviews_count'): number =>
    Math.round(entries.reduce((total, entry) => total + (entry[field] ?? 0), 0) * 100) / 100
  return [
    entries.length,
    entries.filter(({ is_complete }) => is_complete).length,
    count('price'),
    sum('price'),
    count('price_from'),
    sum('price_from'),
    sum('pricing_count'),
    sum('rating'),
    sum('reviews_count'),
    entries.reduce((total, { title }) => total + (title?.length ?? 0), 0),
    categories.length,
  ]
}
