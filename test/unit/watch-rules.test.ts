import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applyLook,
  definitions,
  emptyCard,
  planWatch,
  SECOND_LOOK_MS,
  toWatchEvent,
  type SeenRecord,
} from '../../core/index.ts'
import { HOUR_MS, lookAll, priced, requirePlan, START_MS } from '../support/watched.ts'

test('the second look is after 10 minutes, once', () => {
  const plan = requirePlan({ rules: [{ field: 'price', when: 'changes', confirm: 3 }] })
  const looks = lookAll(plan, [priced(20), priced(18), priced(18), priced(18), priced(18)])
  assert.deepEqual(
    looks.map(({ againMs }) => againMs),
    [null, START_MS + HOUR_MS + SECOND_LOOK_MS, null, null, null],
  )
})

test('changes list every confirmed change, whatever the rules wait for', () => {
  const plan = requirePlan({ fields: ['price', 'rating'], rules: [{ field: 'price', when: 'below', value: 5 }] })
  const looks = lookAll(plan, [
    priced(20),
    priced(18),
    priced(18),
    priced(18, '#price', { rating: 4 }),
    priced(18, '#price', { rating: 4 }),
  ])
  assert.deepEqual(
    looks.map(({ changes }) => changes.map(({ field }) => field)),
    [[], [], ['price'], [], ['rating']],
  )
  assert.ok(looks.every(({ alerts }) => alerts.length === 0))
})

test('another place begins a series; the old one goes on when the place is back', () => {
  const plan = requirePlan({ fields: ['price'], confirm: 1 })
  const at = (price: number, place: string): SeenRecord => ({ ...priced(price), place })
  const looks = lookAll(plan, [at(20, 'Berlin'), at(30, 'Köln'), at(20, 'Berlin'), at(31, 'Köln'), at(19, 'Berlin')])
  assert.deepEqual(
    looks.map(({ incomparable }) => incomparable),
    [null, 'place', null, null, null],
  )
  assert.deepEqual(
    looks.map(({ series }) => series),
    [1, 2, 1, 2, 1],
  )
  assert.deepEqual(
    looks.map(({ changes }) => changes.map(({ before, after }) => [before, after])),
    [[], [], [], [[30, 31]], [[20, 19]]],
  )
})

test('a look that is not later changes nothing', () => {
  const plan = requirePlan({ fields: ['price'], confirm: 1 })
  const [first] = lookAll(plan, [priced(20)])
  assert.ok(first !== undefined)
  for (const atMs of [START_MS, START_MS - 1]) {
    const again = applyLook(plan, first.state, { atMs, seen: priced(1) })
    assert.equal(again.state, first.state)
    assert.deepEqual([again.points, again.changes], [[], []])
  }
})

test('a field that is unreadable is not seen, and the others are', () => {
  const plan = requirePlan({ fields: ['price', 'rating'], confirm: 1 })
  const blamed: SeenRecord = { ...priced(null, '', { rating: 4 }), issues: [{ field: 'price', problem: 'unreadable' }] }
  const looks = lookAll(plan, [
    blamed,
    priced(20, '#price', { rating: 5 }),
    { ...blamed },
    priced(21, '#price', { rating: 5 }),
  ])
  assert.deepEqual(
    looks.map(({ unseen }) => unseen),
    [['price'], [], ['price'], []],
  )
  assert.deepEqual(
    looks.map(({ changes }) => changes.map(({ field, before, after }) => [field, before, after])),
    [
      [],
      [['rating', 4, 5]],
      [['rating', 5, 4]],
      [
        ['price', 20, 21],
        ['rating', 4, 5],
      ],
    ],
  )
})

test('a rank that the first look does not have appears later', () => {
  const plan = requirePlan({ confirm: 1 })
  const ranked = priced(20, '#price', { sales_rank: [{ ladder: [], rank: 7 }] })
  const [, second, third, fourth] = lookAll(plan, [priced(20), ranked, priced(20), ranked])
  const changes = [second, third, fourth].map((look) =>
    look?.changes.map(({ field, before, after }) => [field, before, after]),
  )
  assert.deepEqual(changes, [
    [['sales_rank[0].rank', null, 7]],
    [['sales_rank[0].rank', 7, null]],
    [['sales_rank[0].rank', null, 7]],
  ])
})

test('entries of a list come and go, and are forgotten when they are gone', () => {
  const planned = planWatch(definitions.search, { confirm: 1 })
  assert.ok(planned.ok)
  const page = (...asins: string[]): SeenRecord => ({
    kind: 'search',
    domain: 'de',
    record: {
      page: 1,
      html: null,
      products: asins.map((asin, index) =>
        Object.assign({}, emptyCard, { asin, title: asin, url: '', currency: 'EUR', organic_position: index + 1 }),
      ),
    },
  })
  const looks = lookAll(planned.plan, [
    page('B0SHLF0001', 'B0SHLF0002'),
    page('B0SHLF0002'),
    page('B0SHLF0002', 'B0SHLF0003'),
  ])
  const name = (asin: string): string => `products[${asin}].organic_position`
  assert.deepEqual(
    looks.map(({ changes }) => changes.map(({ field, before, after }) => [field, before, after])),
    [
      [],
      [
        [name('B0SHLF0002'), 2, 1],
        [name('B0SHLF0001'), 1, null],
      ],
      [[name('B0SHLF0003'), null, 2]],
    ],
  )
  const [series] = looks.at(-1)?.state.series ?? []
  assert.deepEqual(Object.keys(series?.values ?? {}), [name('B0SHLF0002'), name('B0SHLF0003')])
})

test('an event has the rules, the changes and the item; a new series is one without changes', () => {
  const plan = requirePlan({ rules: [{ field: 'price', when: 'below', value: 15, confirm: 1 }] })
  const looks = lookAll(plan, [priced(20), priced(14), { ...priced(14), place: 'Berlin' }])
  const subject = { watch: 'w1', item: { query: 'B0SHLF0001' }, reference: null, atMs: START_MS }
  const [first, second, third] = looks.map((look) => toWatchEvent(plan, subject, look))
  const rule = { field: 'price', when: 'below', value: 15 }
  const at = '2026-01-01T00:00:00.000Z'
  assert.equal(first, null)
  assert.deepEqual(second, {
    watch: 'w1',
    item: { query: 'B0SHLF0001' },
    reference: null,
    at,
    rule,
    incomparable: null,
    changes: [
      {
        field: 'price',
        before: 20,
        after: 14,
        delta: -6,
        percent: -30,
        since: '2026-01-01T01:00:00.000Z',
        winner: '#price',
        winner_before: '#price',
        drift: false,
        rule,
      },
    ],
  })
  assert.deepEqual([third?.incomparable, third?.rule, third?.changes], ['place', null, []])
})
