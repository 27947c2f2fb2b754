import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookAll, priced, requirePlan } from '../support/watched.ts'

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
        result.alerts.map(({ change }) => `${look}: ${String(change.before)} ${String(change.after)}`),
      )
      assert.deepEqual(found, alerts)
    })
  }
})
