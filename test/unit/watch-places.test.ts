import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  definitions,
  emptyCard,
  planWatch,
  pointAt,
  type LookResult,
  type SeenRecord,
  type SeenValue,
} from '../../core/index.ts'
import { runsOf } from '../support/property-runs.ts'
import { HOUR_MS, lookAll, priced, requirePlan, START_MS } from '../support/watched.ts'

const at = (place: string, price: number | null): SeenRecord => ({ ...priced(price), place })
/** A page whose price could not be read. */
const unread = (place: string): SeenRecord => ({
  ...at(place, null),
  issues: [{ field: 'price', problem: 'unreadable' }],
})

/** Looks, and what they write: hour, series, value. */
const CASES: readonly (readonly [
  why: string,
  looks: readonly (SeenRecord | null)[],
  points: readonly (readonly [hour: number, series: number, value: number | null])[],
])[] = [
  ['one place, one value', [at('A', 20), at('A', 20), null, at('A', 20)], [[0, 1, 20]]],
  [
    'another value',
    [at('A', 20), at('A', 25), at('A', 20)],
    [
      [0, 1, 20],
      [1, 1, 25],
      [2, 1, 20],
    ],
  ],
  [
    'back with the old value',
    [at('A', 20), at('B', 25), at('A', 20)],
    [
      [0, 1, 20],
      [1, 2, 25],
      [2, 1, 20],
    ],
  ],
  [
    'back with the value of elsewhere',
    [at('A', 20), at('B', 25), at('A', 25)],
    [
      [0, 1, 20],
      [1, 2, 25],
      [2, 1, 25],
    ],
  ],
  [
    'the same value everywhere',
    [at('A', 20), at('B', 20), at('A', 20)],
    [
      [0, 1, 20],
      [1, 2, 20],
      [2, 1, 20],
    ],
  ],
  [
    'no value everywhere',
    [at('A', null), at('B', null), at('A', null)],
    [
      [0, 1, null],
      [1, 2, null],
      [2, 1, null],
    ],
  ],
  [
    'back for good',
    [at('A', 20), at('B', 25), at('A', 20), at('A', 20)],
    [
      [0, 1, 20],
      [1, 2, 25],
      [2, 1, 20],
    ],
  ],
  [
    'unread when back',
    [at('A', 20), at('B', 25), unread('A'), at('A', 20)],
    [
      [0, 1, 20],
      [1, 2, 25],
      [3, 1, 20],
    ],
  ],
  ['unread elsewhere', [at('A', 20), unread('B'), at('A', 20)], [[0, 1, 20]]],
  [
    'not seen in between',
    [at('A', 20), at('B', 25), null, at('B', 25)],
    [
      [0, 1, 20],
      [1, 2, 25],
    ],
  ],
  [
    'to and fro',
    [at('A', 20), at('B', 25), at('A', 20), at('B', 25), at('C', 30), at('A', 20)],
    [
      [0, 1, 20],
      [1, 2, 25],
      [2, 1, 20],
      [3, 2, 25],
      [4, 3, 30],
      [5, 1, 20],
    ],
  ],
]

for (const [why, looks, expected] of CASES) {
  test(`points of an item whose place changes: ${why}`, () => {
    const plan = requirePlan({ fields: ['price'] })
    const points = lookAll(plan, looks).flatMap((look) => look.points)
    assert.deepEqual(
      points.map(({ atMs, series, value }) => [(atMs - START_MS) / HOUR_MS, series, value]),
      expected,
    )
  })
}

test('a value that is back with its place alerts nothing, and counts on from there', () => {
  const plan = requirePlan({ rules: [{ field: 'price', when: 'changes' }] })
  const looks = lookAll(plan, [at('A', 20), at('B', 25), at('A', 20), at('A', 18), at('B', 25), at('A', 18)])
  assert.deepEqual(
    looks.map(({ alerts }) => alerts.map(({ change }) => [change.before, change.after, change.sinceMs])),
    [[], [], [], [], [], [[20, 18, START_MS + 3 * HOUR_MS]]],
  )
})

/** What holds at each look: the series of the look, and its value. */
function checkPoints(looks: readonly LookResult[], field: string, truth: readonly (SeenValue | undefined)[]): void {
  const points = looks.flatMap((look) => look.points).filter((point) => point.field === field)
  for (const [index, { series }] of looks.entries()) {
    const value = truth[index]
    const atMs = START_MS + index * HOUR_MS
    if (series === null || value === undefined) continue
    const held = pointAt(points, atMs)
    assert.equal(held?.value ?? null, value)
    if (value !== null) assert.equal(held?.series, series)
    const own = points.filter((point) => point.series === series)
    assert.equal(pointAt(own, atMs)?.value ?? null, value)
  }
  for (const [index, { series, value }] of points.entries()) {
    const next = points[index + 1]
    assert.ok(next === undefined || next.series !== series || next.value !== value, 'a point says something')
  }
}

const place = fc.constantFrom('A', 'B', 'C')
const price = fc.constantFrom(10, 12, null)
const runs = { numRuns: runsOf(500) }

test('the point that holds at a look is of its place, and has its value', () => {
  const plan = requirePlan({ fields: ['price'] })
  const look = fc.record({ place, price, outcome: fc.constantFrom('seen', 'seen', 'unread', 'refused') })
  fc.assert(
    fc.property(fc.array(look, { maxLength: 30 }), (given) => {
      const looks = given.map(({ place, price, outcome }) =>
        outcome === 'refused' ? null : outcome === 'unread' ? unread(place) : at(place, price),
      )
      const truth = given.map(({ price, outcome }) => (outcome === 'seen' ? price : undefined))
      checkPoints(lookAll(plan, looks), 'price', truth)
    }),
    runs,
  )
})

test('the same of entries, which come and go', () => {
  const planned = planWatch(definitions.search, { fields: ['price'] })
  assert.ok(planned.ok)
  const asins = ['B0SHLF0001', 'B0SHLF0002'] as const
  const page = (place: string, prices: readonly (number | null)[]): SeenRecord => {
    const rows = prices.flatMap((price, index) => (price === null ? [] : [{ asin: asins[index] ?? '', price }]))
    const products = rows.map((row) => Object.assign({}, emptyCard, { title: row.asin, url: '', currency: 'EUR' }, row))
    return { kind: 'search', domain: 'de', language: null, place, record: { page: 1, html: null, products } }
  }
  // The third entry is always there: a list without entries has no currency, and is not comparable.
  const look = fc.record({ place, prices: fc.tuple(price, price) })
  const withThird = ({ place, prices }: { readonly place: string; readonly prices: readonly (number | null)[] }) => {
    const seen = page(place, prices)
    const third = Object.assign({}, emptyCard, { asin: 'B0SHLF0003', title: 'C', url: '', currency: 'EUR', price: 5 })
    const { products } = seen.record as { readonly products: readonly object[] }
    return { ...seen, record: { page: 1, html: null, products: [...products, third] } }
  }
  fc.assert(
    fc.property(fc.array(look, { maxLength: 30 }), (given) => {
      const looks = lookAll(planned.plan, given.map(withThird))
      for (const [index, asin] of asins.entries()) {
        const truth = given.map(({ prices }) => prices[index] ?? null)
        checkPoints(looks, `products[${asin}].price`, truth)
      }
    }),
    runs,
  )
})
