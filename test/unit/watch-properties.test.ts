import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  applyLook,
  definitions,
  diffRecords,
  emptyCard,
  findGaps,
  lowestIn,
  NEW_WATCH_STATE,
  pointAt,
  RULE_KINDS,
  type Point,
  type SeenRecord,
  type WatchState,
} from '../../core/index.ts'
import { runsOf } from '../support/property-runs.ts'
import { HOUR_MS, lookAll, priced, requirePlan, START_MS } from '../support/watched.ts'

const price = fc.constantFrom(10, 11, 12, 15, 20, null)
const winner = fc.constantFrom('#a', '#b')
/** Absent: null, nothing was seen. */
const seen = fc.option(
  fc.tuple(price, winner).map(([value, source]) => priced(value, source)),
  { freq: 6 },
)
const looks = fc.array(seen, { minLength: 1, maxLength: 40 })

const VALUES = {
  drops_by: [1, '10%'],
  rises_by: [1, '10%'],
  below: [12, 15],
  above: [11, 15],
  becomes: [10, 20],
  lowest_in: ['5h', '90d'],
} as const

const rule = fc
  .record({
    when: fc.constantFrom(...RULE_KINDS),
    which: fc.nat(1),
    confirm: fc.integer({ min: 1, max: 5 }),
    cooldown: fc.constantFrom(undefined, '1h', '4h'),
    rearm: fc.constantFrom(undefined, 1, '20%'),
  })
  .map(({ when, which, confirm, cooldown, rearm }) => {
    const value = Object.hasOwn(VALUES, when) ? VALUES[when as keyof typeof VALUES][which] : undefined
    const isLevel = when === 'below' || when === 'above'
    return { field: 'price', when, confirm, value, cooldown, rearm: isLevel ? rearm : undefined }
  })
const rules = fc.array(rule, { minLength: 1, maxLength: 4 })

const runs = { numRuns: runsOf(500) }

test('no rule alerts twice for one change, or before its cooldown ends', () => {
  fc.assert(
    fc.property(rules, looks, (rules, looks) => {
      const plan = requirePlan({ rules })
      const alerts = lookAll(plan, looks).flatMap((result, look) =>
        result.alerts.map(({ rule, change }) => ({ rule, look, since: change.sinceMs })),
      )
      for (const [index, { cooldownMs }] of plan.rules.entries()) {
        const own = alerts.filter(({ rule }) => rule === index)
        assert.equal(new Set(own.map(({ since }) => since)).size, own.length, 'one change, one alert')
        for (const [at, { look }] of own.entries()) {
          const next = own[at + 1]
          if (next !== undefined) assert.ok((next.look - look) * HOUR_MS >= cooldownMs)
        }
      }
    }),
    runs,
  )
})

test('no alert without enough looks in a row that show its value', () => {
  fc.assert(
    fc.property(rules, looks, (rules, looks) => {
      const plan = requirePlan({ rules })
      for (const [look, { alerts }] of lookAll(plan, looks).entries()) {
        for (const { rule, change } of alerts) {
          const since = (change.sinceMs - START_MS) / HOUR_MS
          const shown = looks.slice(since, look + 1).filter((one) => one !== null)
          const confirm = plan.rules[rule ?? -1]?.confirm ?? 0
          // After a cooldown, the value can have gone again, and not be confirmed to be gone.
          const inRow = shown.findIndex((one) => priceOf(one) !== change.after)
          assert.ok((inRow < 0 ? shown.length : inRow) >= confirm + (change.drift ? 1 : 0))
        }
      }
    }),
    runs,
  )
})

const priceOf = ({ record }: SeenRecord): unknown =>
  record === null ? null : Object.entries(record).find(([name]) => name === 'price')?.[1]

test('points give every value that was seen, and no two in a row are the same', () => {
  const plan = requirePlan({ fields: ['price'] })
  fc.assert(
    fc.property(looks, (looks) => {
      const points = lookAll(plan, looks).flatMap((look) => look.points)
      for (const [index, one] of looks.entries()) {
        if (one !== null) assert.equal(pointAt(points, START_MS + index * HOUR_MS)?.value, priceOf(one))
      }
      for (const [index, point] of points.entries()) assert.notEqual(point.value, points[index + 1]?.value)
    }),
    runs,
  )
})

test('gaps are where looks saw nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (outcomes) => {
      const gaps = findGaps(outcomes.map((isSeen, atMs) => ({ atMs, isSeen })))
      const inGap = (at: number): boolean => gaps.some(({ fromMs, toMs }) => at >= fromMs && at < (toMs ?? Infinity))
      for (const [at, isSeen] of outcomes.entries()) assert.equal(inGap(at), !isSeen)
    }),
    runs,
  )
})

test('the lowest of a span is that of the values at each of its times', () => {
  const plan = requirePlan({ fields: ['price'] })
  fc.assert(
    fc.property(fc.array(price, { minLength: 1, maxLength: 30 }), fc.nat(30), fc.nat(30), (prices, left, right) => {
      const points: Point[] = lookAll(
        plan,
        prices.map((one) => priced(one)),
      ).flatMap((look) => look.points)
      const [from, to] = [Math.min(left, right), Math.max(left, right) + 1]
      const held = Array.from(
        { length: to - from },
        (_, hour) => prices[Math.min(from + hour, prices.length - 1)] ?? Infinity,
      )
      const lowest = lowestIn(points, START_MS + from * HOUR_MS, START_MS + to * HOUR_MS)
      assert.equal(lowest ?? Infinity, Math.min(...held))
    }),
    runs,
  )
})

test('a state is JSON: printed and parsed after every look, it gives the same', () => {
  fc.assert(
    fc.property(rules, looks, (rules, looks) => {
      const plan = requirePlan({ rules })
      let state = NEW_WATCH_STATE
      const printed = looks.map((one, index) => {
        const parsed = JSON.parse(JSON.stringify(state)) as WatchState
        assert.deepEqual(parsed, state)
        const result = applyLook(plan, parsed, { atMs: START_MS + index * HOUR_MS, seen: one })
        state = result.state
        return result
      })
      assert.deepEqual(printed, lookAll(plan, looks))
    }),
    runs,
  )
})

test('looks that are given twice, or late, change nothing', () => {
  fc.assert(
    fc.property(rules, looks, fc.array(fc.nat(40), { maxLength: 40 }), (rules, looks, repeated) => {
      const plan = requirePlan({ rules })
      let state = NEW_WATCH_STATE
      const results = looks.flatMap((one, index) => {
        const result = applyLook(plan, state, { atMs: START_MS + index * HOUR_MS, seen: one })
        state = result.state
        const late = Math.min(repeated[index] ?? index, index)
        const again = applyLook(plan, state, { atMs: START_MS + late * HOUR_MS, seen: looks[late] ?? null })
        assert.deepEqual([again.state, again.points, again.alerts], [state, [], []])
        return [result]
      })
      assert.deepEqual(results, lookAll(plan, looks))
    }),
    runs,
  )
})

test('the order of rules and of fields does not matter', () => {
  const alertsOf = (given: readonly object[], looks: readonly (SeenRecord | null)[]) => {
    const plan = requirePlan({ rules: given })
    return lookAll(plan, looks).flatMap((result, look) =>
      result.alerts.map(({ rule, change }) => JSON.stringify([look, given[rule ?? -1], change])),
    )
  }
  fc.assert(
    fc.property(rules, looks, (rules, looks) => {
      assert.deepEqual(alertsOf(rules, looks).toSorted(), alertsOf(rules.toReversed(), looks).toSorted())
    }),
    runs,
  )
})

test('the order of entries with a key does not matter to differences', () => {
  const asins = ['B0SHLF0001', 'B0SHLF0002', 'B0SHLF0003', 'B0SHLF0004']
  const rows = fc.uniqueArray(fc.record({ asin: fc.constantFrom(...asins), price }), { selector: ({ asin }) => asin })
  const page = (rows: readonly { readonly asin: string; readonly price: number | null }[]): SeenRecord => ({
    kind: 'search',
    domain: 'de',
    record: {
      page: 1,
      html: null,
      products: rows.map((row) => Object.assign({}, emptyCard, { title: row.asin, url: '', currency: 'EUR' }, row)),
    },
  })
  const keysOf = (before: SeenRecord, after: SeenRecord) =>
    diffRecords(before, after, { fields: ['price'] })
      .map((change) => JSON.stringify(change))
      .toSorted()
  fc.assert(
    fc.property(rows, rows, (before, after) => {
      const changes = keysOf(page(before), page(after))
      assert.deepEqual(keysOf(page(before.toReversed()), page(after.toReversed())), changes)
      const known = new Map(before.map((row) => [row.asin, row.price]))
      const now = new Map(after.map((row) => [row.asin, row.price]))
      const expected = asins.filter((asin) => (known.get(asin) ?? null) !== (now.get(asin) ?? null))
      assert.equal(changes.length, expected.length)
    }),
    runs,
  )
})

test('a difference turned round is the difference the other way', () => {
  const record = fc.record({
    price,
    rating: price,
    in_stock: fc.option(fc.boolean()),
    coupon: fc.constantFrom('5%', '6%', null),
  })
  fc.assert(
    fc.property(record, record, (left, right) => {
      const [before, after] = [left, right].map((fields) => priced(fields.price, '#price', fields)) as [
        SeenRecord,
        SeenRecord,
      ]
      const there = diffRecords(before, after)
      const back = diffRecords(after, before)
      assert.deepEqual(
        back.map(({ field, before, after, delta }) => [field, after, before, delta === null ? null : 0 - delta || 0]),
        there.map(({ field, before, after, delta }) => [field, before, after, delta]),
      )
      assert.deepEqual(diffRecords(before, before), [])
    }),
    runs,
  )
})

test('the default fields of a product are all in the state after one look', () => {
  const plan = requirePlan({})
  const [first] = lookAll(plan, [priced(20)])
  assert.deepEqual(
    Object.keys(first?.state.series[0]?.values ?? {}).toSorted(),
    [...(definitions.product.watch?.fields ?? [])].toSorted(),
  )
})
