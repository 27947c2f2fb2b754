import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addDrift,
  applyLook,
  heldFields,
  NEW_WATCH_STATE,
  readHolds,
  type DriftTallies,
  type HeldFields,
  type SeenRecord,
} from '../../core/index.ts'
import { HOUR_MS, lookAll, priced, requirePlan, START_MS } from '../support/watched.ts'

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

test('changes with another selector are held while many items have one; what went with it is never told, another value is', () => {
  const plan = requirePlan({ fields: ['price'] })
  const alertsOf = (price: number | null, heldLooks: number) => {
    let { state } = applyLook(plan, NEW_WATCH_STATE, { atMs: START_MS, seen: priced(20) })
    const look = (hours: number, seen: SeenRecord, held: HeldFields) => {
      const result = applyLook(plan, state, { atMs: START_MS + hours * HOUR_MS, seen }, { held })
      state = result.state
      return result.alerts.map(({ change }) => [change.before, change.after])
    }
    const held = new Map([['price', START_MS]])
    const before = [1, 2, 3, 4].map((hour) => look(hour, priced(price, '#new'), hour <= heldLooks ? held : new Map()))
    const after = [18, 15, 15, 15].map((last, index) =>
      look(5 + index, priced(index === 0 ? price : last, '#new'), new Map()),
    )
    return [...before, ...after]
  }
  assert.deepEqual(alertsOf(null, 0), [[], [], [[20, null]], [], [], [], [], [[null, 15]]])
  assert.deepEqual(alertsOf(null, 4), [[], [], [], [], [], [], [], [[null, 15]]])
  assert.deepEqual(alertsOf(18, 0), [[], [], [[20, 18]], [], [], [], [[18, 15]], []])
  assert.deepEqual(alertsOf(18, 4), [[], [], [], [], [[20, 18]], [], [[18, 15]], []])
})

test('what a page with another layout newly shows has drift', () => {
  const plan = requirePlan({ fields: ['price', 'rating', 'coupon'], confirm: 1 })
  const page = (layout: string, coupon: string | null): SeenRecord => {
    const winners = {
      price: `#${layout}-price`,
      rating: `#${layout}-stars`,
      ...(coupon === null ? {} : { coupon: '#coupon' }),
    }
    return { ...priced(20, '', { rating: 4, coupon }), winners }
  }
  const looks = lookAll(plan, [page('old', null), page('new', '5%'), page('new', '5%')])
  assert.deepEqual(
    looks.map(({ isOtherLayout }) => isOtherLayout),
    [false, true, false],
  )
  assert.deepEqual(
    looks.map(({ changes }) => changes.map(({ field, drift }) => [field, drift])),
    [[], [], [['coupon', true]]],
  )
  const plain = lookAll(plan, [page('old', null), page('old', '5%')])
  assert.deepEqual(
    plain.map(({ changes }) => changes.map(({ field, drift }) => [field, drift])),
    [[], [['coupon', false]]],
  )
})

test('what comes or goes with another selector of one other value needs one more look, and is not told while held', () => {
  const plan = requirePlan({ fields: ['price', 'rating', 'reviews_count', 'coupon', 'sales_volume'], confirm: 1 })
  const page = (selector: string, volume: string | null, price = 20): SeenRecord => ({
    ...priced(price, '', { rating: 4, reviews_count: 9, sales_volume: volume, coupon: '5%' }),
    winners: {
      price: selector,
      rating: '#stars',
      reviews_count: '#reviews',
      coupon: '#coupon',
      ...(volume === null ? {} : { sales_volume: '#volume' }),
    },
  })
  const changesOf = (pages: readonly SeenRecord[], held: HeldFields = new Map()) =>
    lookAll(plan, pages, HOUR_MS, NEW_WATCH_STATE, { held }).map(({ changes }) =>
      changes.map(({ field, drift }) => [field, drift]),
    )
  const appears = [page('#a', null), page('#b', '9+ bought'), page('#b', '9+ bought')]
  assert.deepEqual(changesOf(appears), [[], [], [['sales_volume', true]]])
  assert.deepEqual(changesOf(appears, new Map([['sales_volume', START_MS]])), [[], [], []])
  assert.deepEqual(changesOf([page('#a', null), page('#a', '9+ bought')]), [[], [['sales_volume', false]]])
  // No selector of this page is another, but the layout of the site has changed since the page was last seen.
  const held = new Map([['sales_volume', START_MS + 1]])
  const quiet = [page('#a', null), page('#a', '9+ bought'), page('#a', '9+ bought')]
  assert.deepEqual(changesOf(quiet, held), [[], [], []])
  assert.deepEqual(changesOf([page('#a', null), ...quiet], held), [[], [], [['sales_volume', false]], []])
  // A value that was there before, and has its selector still, is compared as it is.
  assert.deepEqual(changesOf([page('#a', '9+ bought'), page('#b', '8+ bought')]), [[], [['sales_volume', false]]])
})

test('fields are held when a third of the last looks have drift, all of them when the pages have another layout', () => {
  const look = (drifted: readonly string[], kept: readonly string[], isOtherLayout = false) => ({
    drifted,
    kept,
    isOtherLayout,
    series: 1,
  })
  const fields = ['price', 'rating', 'coupon']
  const day = 86_400_000
  const heldAfter = (looks: readonly ReturnType<typeof look>[], atMs = START_MS): readonly string[] => {
    const tallies = looks.reduce((before, one) => addDrift(before, one, START_MS), {})
    return [...heldFields(tallies, fields, atMs).keys()]
  }
  const many = (count: number, one: ReturnType<typeof look>) => Array.from({ length: count }, () => one)
  const calm = look([], ['price', 'rating'])
  assert.deepEqual(heldAfter(many(40, calm)), [])
  assert.deepEqual(heldAfter([...many(30, calm), ...many(9, look(['price'], ['rating']))]), [])
  const drifting = [...many(30, calm), ...many(10, look(['price'], ['rating']))]
  assert.deepEqual(heldAfter(drifting), ['price'])
  assert.deepEqual(heldAfter(drifting, START_MS + 7 * day - 1), ['price'])
  assert.deepEqual(heldAfter(drifting, START_MS + 7 * day), [])
  assert.deepEqual(heldAfter(many(10, look(['price'], [], true))), [], 'a few looks mean nothing')
  assert.deepEqual(heldAfter([...many(30, calm), ...many(10, look(['price', 'rating'], [], true))]), fields)
})

const DAY_MS = 24 * HOUR_MS
const drifting = { drifted: ['price'], kept: ['rating'], isOtherLayout: false, series: 1 }
const calm = { drifted: [], kept: ['price', 'rating'], isOtherLayout: false, series: 1 }

/** Looks of workspaces, one a minute. Gives who is held at the end, and a function that looks on. */
function watchTogether(looks: readonly (readonly [owner: string, isDrift: boolean, times: number])[]) {
  let tallies: DriftTallies = {}
  let atMs = START_MS
  const lookOn = (owner: string, isDrift: boolean, times = 1): void => {
    for (let time = 0; time < times; time++) {
      atMs += 60_000
      tallies = addDrift(tallies, isDrift ? drifting : calm, atMs, owner)
    }
  }
  for (const one of looks) lookOn(...one)
  const heldAt = (laterMs = 0): string =>
    ['a', 'b', 'c']
      .filter((owner) => heldFields(tallies, ['price', 'rating'], atMs + laterMs, owner).has('price'))
      .join('')
  const reach = (): unknown => readHolds(tallies, atMs).get('price') ?? null
  return { lookOn, heldAt, reach }
}

test('looks of one workspace hold its own alerts, and those of all only when others have seen the same', () => {
  // One with many looks does not hold the alerts of others, whatever it sees.
  const one = watchTogether([
    ['b', false, 10],
    ['c', false, 10],
    ['a', true, 30],
  ])
  assert.deepEqual([one.heldAt(), one.reach()], ['a', 'one'])
  one.lookOn('b', true)
  assert.equal(one.heldAt(), 'a', 'one look of another happens without another layout')
  one.lookOn('c', true)
  assert.deepEqual([one.heldAt(), one.reach()], ['abc', 'all'])
  assert.deepEqual([one.heldAt(7 * DAY_MS - 120_001), one.heldAt(7 * DAY_MS)], ['abc', ''])

  const calmOthers = watchTogether([['a', true, 30]])
  for (let round = 0; round < 20; round++) {
    calmOthers.lookOn('b', round % 10 === 0)
    calmOthers.lookOn('c', false)
    calmOthers.lookOn('a', true, 3)
  }
  assert.equal(calmOthers.heldAt(), 'a', 'others do not see it')
})

test('one who watches a marketplace alone is held by its own looks, and small ones together', () => {
  assert.deepEqual(
    [
      watchTogether([['a', true, 19]]).heldAt(),
      watchTogether([['a', true, 20]]).heldAt(),
      watchTogether([
        ['a', false, 30],
        ['a', true, 9],
      ]).heldAt(),
    ],
    ['', 'a', ''],
  )
  const many = watchTogether([])
  for (let index = 0; index < 25; index++) many.lookOn(`small-${index}`, true)
  assert.equal(many.heldAt(), 'abc', 'nobody has more than one look')
  // A workspace with one item is held with the others.
  const rare = watchTogether([
    ['a', true, 20],
    ['b', true, 2],
  ])
  assert.equal(rare.heldAt(), 'abc')
})

test('two workspaces that see it each hold all, and a tally of an earlier version is read', () => {
  const two = watchTogether([
    ['a', true, 20],
    ['b', false, 25],
    ['b', true, 20],
  ])
  assert.deepEqual([two.heldAt(), two.reach()], ['abc', 'all'])
  const old: DriftTallies = { price: { looks: [], heldUntilMs: START_MS + DAY_MS } }
  const held = (atMs: number) => [...heldFields(addDrift(old, calm, START_MS, 'a'), ['price'], atMs, 'b').keys()]
  assert.deepEqual([held(START_MS + 1), held(START_MS + DAY_MS)], [['price'], []])
})

test('calm looks of others count against a hold of all only from shortly before the first hold', () => {
  const early = watchTogether([
    ['c', false, 30],
    ['a', true, 10],
    ['c', false, 1],
  ])
  assert.deepEqual([early.heldAt(), early.reach()], ['a', 'one'])
  early.lookOn('b', true, 2)
  assert.equal(early.heldAt(), 'abc')
  const late = watchTogether([
    ['c', false, 30],
    ['a', true, 10],
    ['c', false, 5],
    ['b', true, 2],
  ])
  assert.equal(late.heldAt(), 'a')
})
