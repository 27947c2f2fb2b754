import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addRank,
  definitions,
  emptyCard,
  planWatch,
  toRankChanges,
  unpackRank,
  type Card,
  type RankLook,
} from '../../core/index.ts'
import { numberCards } from '../../core/records/search/combine.ts'
import { HOUR_MS, RankedWatch } from '../support/simulated-rank.ts'

const card = (asin: string, fields: Partial<Card> = {}): Card => ({
  ...emptyCard,
  asin,
  title: `Paper ${asin}`,
  url: `https://www.amazon.de/dp/${asin}`,
  currency: 'EUR',
  ...fields,
})
const name = (index: number): string => `B0SHLF${String(index).padStart(4, '0')}`
const ad = { is_sponsored: true }

/** A search of 15 cards, the first and the sixth of which are ads. */
const cards = numberCards([
  card(name(90), ad),
  ...[1, 2, 3, 4].map((index) => card(name(index))),
  card(name(3), ad),
  ...[5, 6, 7, 8, 9, 10].map((index) => card(name(index), { manufacturer: index % 2 === 0 ? 'Linden' : 'Ahorn' })),
  card(name(11), { title: 'lindenholz' }),
  card(name(12), { title: 'LINDEN paper' }),
  card(name(13), { title: 'Birke, paper' }),
])
const search = { page: 1, products: cards, node: null, refinements: [], html: null }
const track = { asins: [name(3), name(90), name(10), name(99)], brands: ['Birke', 'Linden', 'Eiche'] }

function rankOf(seen: object): RankLook {
  return unpackRank((seen as { record: { rank: string } }).record.rank)
}

test('a look has the positions, the page, what is above, and the cards of brands', () => {
  const rank = rankOf(addRank({ record: search }, track, [8, 7]))
  assert.deepEqual([rank.first_page, rank.pages, rank.cards], [1, 2, 15])
  assert.deepEqual(
    rank.products.map((one) => [one.organic_position, one.sponsored_position, one.page, one.above]),
    [
      [3, 2, 1, [name(2), name(1)]],
      [null, 1, 1, []],
      [10, null, 2, [name(9), name(8), name(7)]],
      [null, null, null, []],
    ],
  )
  assert.deepEqual(
    rank.brands.map(({ brand, cards: all, top10_cards: top }) => [brand, all, top]),
    [
      ['Birke', 1, 0],
      ['Linden', 4, 2],
      ['Eiche', 0, 0],
      ['Ahorn', 3, 2],
    ],
  )
})

test('changes say what happened: entered, left, positions gained or lost, top 10', () => {
  const change = (asin: string, before: number | null, after: number | null) => {
    return { field: `products[${asin}].organic_position`, before, after, sinceMs: 1 }
  }
  const told = toRankChanges(
    [
      change(name(90), 12, 9),
      change(name(3), null, 4),
      change(name(10), 10, 15),
      change(name(99), 30, null),
      change(name(7), 1, 2),
    ],
    track,
  )
  assert.deepEqual(
    told.map(({ asin, change: what, by, top10 }) => [asin, what, by, top10]),
    [
      [name(3), 'entered', null, 'entered'],
      [name(90), 'position', 3, 'entered'],
      [name(10), 'position', -5, 'left'],
      [name(99), 'left', null, null],
    ],
  )
})

test('no results is a value, and a page without cards says nothing about the layout; another search is not seen', () => {
  const watch = new RankedWatch({ asins: [name(3)], brands: [] })
  const winners = Object.fromEntries(cards.map((_, index) => [`products[${index}].title`, 'h2']))
  const seen = { kind: 'search', domain: 'de', winners } as const
  const add = (record: object, issues: Parameters<typeof addRank>[0]['issues'] = []) =>
    addRank({ ...seen, record, issues }, { asins: [name(3)], brands: [] })
  watch.lookAt(1, () => add(search))
  watch.lookAt(6 * HOUR_MS, () => add({ ...search, products: cards.slice(5) }, [otherSearch]))
  watch.lookAt(12 * HOUR_MS, () => add({ ...search, products: [], no_results: true }))
  assert.deepEqual(
    watch.told.map(({ change, before, after }) => [change, before, after]),
    [['left', 3, null]],
  )
  assert.deepEqual(watch.results[1]?.unseen, ['products[B0SHLF0003].organic_position', 'rank'])
})

const otherSearch = { field: 'products', problem: 'results of another search' } as const

test('only watches of searches track, and what they track is checked', () => {
  const wrong: readonly (readonly [given: unknown, ...params: string[]])[] = [
    [{}, 'track'],
    [{ asins: [] }, 'track'],
    ['B0SHLF0003', 'track'],
    [{ asins: [name(1), 'B0', 7] }, 'track.asins[1]', 'track.asins[2]'],
    [{ asins: name(1) }, 'track.asins'],
    [{ brands: [''] }, 'track.brands[0]'],
    [{ asins: Array(41).fill(name(1)) }, 'track.asins'],
    [{ asin: [] }, 'track.asin'],
  ]
  for (const [given, ...params] of wrong) {
    const planned = planWatch(definitions.search, { track: given })
    assert.ok(!planned.ok)
    assert.deepEqual(
      planned.details.map(({ param }) => param),
      params,
    )
    for (const { message } of planned.details) assert.match(message, /^(must|is not) /)
  }
  const other = planWatch(definitions.product, { track })
  assert.ok(!other.ok && other.details[0]?.message.includes('market.search'))
  const planned = planWatch(definitions.search, { track: { asins: [' b0shlf0003 '] }, fields: ['products[].price'] })
  assert.ok(planned.ok)
  assert.deepEqual(
    planned.plan.fields.paths.map(({ text }) => text),
    ['products[B0SHLF0003].organic_position', 'products[].price', 'rank'],
  )
})
