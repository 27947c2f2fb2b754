import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applyLook,
  definitions,
  emptyCard,
  NEW_WATCH_STATE,
  planWatch,
  SECOND_LOOK_MS,
  toWatchEvent,
  type SeenRecord,
  type WatchInput,
} from '../../core/index.ts'
import { HOUR_MS, lookAll, priced, requirePlan, START_MS } from '../support/watched.ts'

type Price = number | null | 'unseen'

interface RuleCase {
  readonly name: string
  readonly rule: object
  /** A look each hour. */
  readonly prices: readonly Price[]
  /** Alerts as "look: before after". */
  readonly alerts: readonly string[]
}

const NOW = { confirm: 1 }

const CASES: readonly RuleCase[] = [
  {
    name: 'changes: after two looks in a row',
    rule: { when: 'changes' },
    prices: [20, 18, 18, 18],
    alerts: ['2: 20 18'],
  },
  {
    name: 'changes: a value that is seen once is nothing',
    rule: { when: 'changes' },
    prices: [20, 18, 20, 18, 20],
    alerts: [],
  },
  {
    name: 'changes: looks that see nothing neither count nor interrupt',
    rule: { when: 'changes' },
    prices: [20, 18, 'unseen', 'unseen', 18],
    alerts: ['4: 20 18'],
  },
  {
    name: 'changes: not seen is not null',
    rule: { when: 'changes', ...NOW },
    prices: [20, 'unseen', 'unseen', 20],
    alerts: [],
  },
  {
    name: 'changes: back and forth are two changes',
    rule: { when: 'changes', ...NOW },
    prices: [20, 18, 20],
    alerts: ['1: 20 18', '2: 18 20'],
  },
  {
    name: 'changes: five looks',
    rule: { when: 'changes', confirm: 5 },
    prices: [20, 18, 18, 18, 18, 18],
    alerts: ['5: 20 18'],
  },
  {
    name: 'drops_by a number',
    rule: { when: 'drops_by', value: 2, ...NOW },
    prices: [20, 19, 18, 17],
    alerts: ['2: 20 18'],
  },
  {
    name: 'drops_by a percentage, in small steps',
    rule: { when: 'drops_by', value: '10%', ...NOW },
    prices: [20, 19.5, 19, 18.5, 18, 17.5],
    alerts: ['4: 20 18'],
  },
  {
    name: 'drops_by counts from the highest value',
    rule: { when: 'drops_by', value: '10%', ...NOW },
    prices: [20, 30, 28, 27],
    alerts: ['3: 30 27'],
  },
  {
    name: 'drops_by does not see rises',
    rule: { when: 'drops_by', value: 1, ...NOW },
    prices: [20, 25, 30],
    alerts: [],
  },
  {
    name: 'drops_by ignores that there is no value',
    rule: { when: 'drops_by', value: 1, ...NOW },
    prices: [20, null, null, 19],
    alerts: ['3: 20 19'],
  },
  {
    name: 'binary fractions: 10 % of 100.1',
    rule: { when: 'drops_by', value: '10%', ...NOW },
    prices: [100.1, 90.09],
    alerts: ['1: 100.1 90.09'],
  },
  {
    name: 'rises_by',
    rule: { when: 'rises_by', value: '50%', ...NOW },
    prices: [20, 10, 14, 15],
    alerts: ['3: 10 15'],
  },
  {
    name: 'below: once, until it was above again',
    rule: { when: 'below', value: 15, ...NOW },
    prices: [20, 14, 13, 15, 14, 16, 14],
    alerts: ['1: 20 14', '6: 16 14'],
  },
  {
    name: 'below: already below at the first look',
    rule: { when: 'below', value: 15, ...NOW },
    prices: [14, 13, 16, 14],
    alerts: ['3: 16 14'],
  },
  {
    name: 'below: rearm by a number',
    rule: { when: 'below', value: 15, rearm: 3, ...NOW },
    prices: [20, 14, 17, 14, 18.5, 14],
    alerts: ['1: 20 14', '5: 18.5 14'],
  },
  {
    name: 'below: rearm by a percentage',
    rule: { when: 'below', value: 100, rearm: '10%', ...NOW },
    prices: [120, 99, 110, 99, 111, 99],
    alerts: ['1: 120 99', '5: 111 99'],
  },
  {
    name: 'above',
    rule: { when: 'above', value: 15, rearm: 3, ...NOW },
    prices: [10, 16, 14, 16, 11, 16],
    alerts: ['1: 10 16', '5: 11 16'],
  },
  {
    name: 'becomes',
    rule: { when: 'becomes', value: 9, ...NOW },
    prices: [20, 9, 9, 10, 9],
    alerts: ['1: 20 9', '4: 10 9'],
  },
  {
    name: 'appears',
    rule: { when: 'appears', ...NOW },
    prices: [null, 20, 21, null, null, 20],
    alerts: ['1: null 20', '5: null 20'],
  },
  {
    name: 'disappears: a selector less needs one more look',
    rule: { when: 'disappears', ...NOW },
    prices: [20, null, null, 20, null, null],
    alerts: ['2: 20 null', '5: 20 null'],
  },
  {
    name: 'lowest_in',
    rule: { when: 'lowest_in', value: '4h', ...NOW },
    prices: [20, 15, 18, 16, 14, 19, 19, 19, 19, 19, 17],
    alerts: ['1: 20 15', '4: 16 14', '10: 19 17'],
  },
  {
    name: 'cooldown: later changes make one alert at its end',
    rule: { when: 'changes', cooldown: '3h', ...NOW },
    prices: [20, 19, 18, 17, 17, 17],
    alerts: ['1: 20 19', '4: 19 17'],
  },
  {
    name: 'cooldown: nothing at its end when the value is back',
    rule: { when: 'changes', cooldown: '3h', ...NOW },
    prices: [20, 19, 18, 19, 19, 19],
    alerts: ['1: 20 19'],
  },
]

test('when rules alert', async (t) => {
  for (const { name, rule, prices, alerts } of CASES) {
    await t.test(name, () => {
      const plan = requirePlan({ rules: [{ field: 'price', ...rule }] })
      const seen = prices.map((price) => (price === 'unseen' ? null : priced(price)))
      const found = lookAll(plan, seen).flatMap((result, look) =>
        result.alerts.map(({ change }) => `${look}: ${change.before} ${change.after}`),
      )
      assert.deepEqual(found, alerts)
    })
  }
})

test('a change with another selector needs one more look', () => {
  const plan = requirePlan({ rules: [{ field: 'price', when: 'changes' }] })
  const looks = lookAll(plan, [priced(20), priced(18, '#new'), priced(18, '#new'), priced(18, '#new')])
  assert.deepEqual(
    looks.map(({ alerts }) => alerts.map(({ change }) => [change.drift, change.winner])),
    [[], [], [], [[true, '#new']]],
  )
  assert.deepEqual(
    looks.map(({ drifted }) => drifted),
    [[], ['price'], [], []],
  )
  const later = lookAll(plan, [priced(17, '#new'), priced(17, '#new')], HOUR_MS, looks.at(-1)?.state)
  assert.deepEqual(
    later.map(({ alerts }) => alerts.map(({ change }) => change.drift)),
    [[], [false]],
  )
})

test('a selector that changes without the value is no change, and the next change has no drift', () => {
  const plan = requirePlan({ fields: ['price'] })
  const looks = lookAll(plan, [priced(20), priced(20, '#new'), priced(18, '#new'), priced(18, '#new')])
  assert.deepEqual(
    looks.map(({ changes }) => changes.map(({ drift }) => drift)),
    [[], [], [], [false]],
  )
})

test('changes with another selector are held while many items have one', () => {
  const plan = requirePlan({ fields: ['price'] })
  let { state } = applyLook(plan, NEW_WATCH_STATE, { atMs: START_MS, seen: priced(20) })
  const look = (hours: number, seen: SeenRecord, held: ReadonlySet<string>) => {
    const result = applyLook(plan, state, { atMs: START_MS + hours * HOUR_MS, seen }, { held })
    state = result.state
    return result.alerts.length
  }
  const held = new Set(['price'])
  assert.deepEqual(
    [1, 2, 3, 4].map((hour) => look(hour, priced(null), held)),
    [0, 0, 0, 0],
  )
  assert.equal(look(5, priced(null), new Set()), 1)
})

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
      products: asins.map((asin, index) => ({
        ...emptyCard,
        asin,
        title: asin,
        url: '',
        currency: 'EUR',
        organic_position: index + 1,
      })),
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
        drift: false,
        rule,
      },
    ],
  })
  assert.deepEqual([third?.incomparable, third?.rule, third?.changes], ['place', null, []])
})

const MISTAKES: readonly (readonly [input: WatchInput, details: readonly string[]])[] = [
  [{ fields: [] }, ['fields must be a list of 1 to 50 paths of fields']],
  [{ fields: 'price' }, ['fields must be a list of 1 to 50 paths of fields']],
  [{ fields: ['prise'] }, ['fields has no field "prise" in "prise" of a product (did you mean "price"?)']],
  [{ rules: {} }, ['rules must be a list of at most 50 rules']],
  [{ rules: [null, 5] }, ['rules[0] must be an object', 'rules[1] must be an object']],
  [{ rules: [{}] }, ['rules[0].field is required', 'rules[0].when is required']],
  [
    { rules: [{ field: 'prise', when: 'changes' }] },
    ['rules[0].field has no field "prise" in "prise" of a product (did you mean "price"?)'],
  ],
  [
    { rules: [{ field: 'price', when: 'falls' }] },
    [
      'rules[0].when must be one of: changes, drops_by, rises_by, below, above, becomes, appears, disappears, lowest_in',
    ],
  ],
  [{ rules: [{ field: 'price', when: 'below' }] }, ['rules[0].value is required for "below"']],
  [{ rules: [{ field: 'price', when: 'below', value: '5' }] }, ['rules[0].value must be a number']],
  [
    { rules: [{ field: 'price', when: 'drops_by', value: '-5%' }] },
    ['rules[0].value must be a number above 0, or a percentage such as "10%"'],
  ],
  [
    { rules: [{ field: 'price', when: 'drops_by', value: 0 }] },
    ['rules[0].value must be a number above 0, or a percentage such as "10%"'],
  ],
  [{ rules: [{ field: 'price', when: 'changes', value: 5 }] }, ['rules[0].value has no meaning for "changes"']],
  [
    { rules: [{ field: 'price', when: 'lowest_in', value: '90' }] },
    ['rules[0].value must be a duration such as "30m", "6h" or "90d"'],
  ],
  [{ rules: [{ field: 'price', when: 'changes', confirm: 6 }] }, ['rules[0].confirm must be an integer from 1 to 5']],
  [
    { rules: [{ field: 'price', when: 'changes', cooldown: 'long' }] },
    ['rules[0].cooldown must be a duration such as "30m", "6h" or "90d"'],
  ],
  [
    { rules: [{ field: 'price', when: 'changes', rearm: 1 }] },
    ['rules[0].rearm has a meaning only for "below" and "above"'],
  ],
  [{ rules: [{ field: 'price', when: 'changes', confirms: 1 }] }, ['rules[0].confirms is not a member of a rule']],
]

test('mistakes in fields and rules name the parameter and what it must be', () => {
  for (const [input, expected] of MISTAKES) {
    const planned = planWatch(definitions.product, input)
    assert.deepEqual(planned.ok ? [] : planned.details.map(({ param, message }) => `${param} ${message}`), expected)
  }
})
