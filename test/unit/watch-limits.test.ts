import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cronGapMs } from '../../adapters/work/watch/watch-schedule.ts'
import { parseWatchTerms } from '../../core/contract/parse-watch.ts'
import { addDrift, applyLook, definitions, heldFields, NEW_WATCH_STATE, planWatch } from '../../core/index.ts'

const HOUR_MS = 3_600_000
const SPACES = ' '.repeat(100_000)

test('a text of a watch is refused if it is long, also where only spaces make it long', () => {
  const rules = [
    { field: `price${SPACES}`, when: 'changes' },
    { field: 'price', when: 'lowest_in', value: `${SPACES}90d` },
    { field: 'price', when: 'drops_by', value: `10%${SPACES}` },
    { field: 'price', when: 'below', value: 5, rearm: `${SPACES}10%` },
    { field: 'price', when: 'changes', cooldown: `${SPACES}1h` },
  ]
  for (const rule of rules) assert.equal(planWatch(definitions.product, { rules: [rule] }).ok, false, rule.when)
  assert.equal(planWatch(definitions.product, { fields: [SPACES + 'price'] }).ok, false)
  const body = { every: '6h', keep: SPACES + '1y' }
  const { details } = parseWatchTerms(body, { definition: definitions.product, leastMs: HOUR_MS })
  assert.deepEqual(
    details.map(({ param }) => param),
    ['keep'],
  )
})

test('spaces around a field, a share and a duration do not count', () => {
  const rules = [
    { field: ' price ', when: 'drops_by', value: ' 10 % ', cooldown: ' 1h ' },
    { field: 'price', when: 'lowest_in', value: ' 90d ' },
  ]
  assert.equal(planWatch(definitions.product, { rules }).ok, true)
})

test('the state of an item does not grow with the texts of its rules', () => {
  const record = {
    page: 1,
    products: Array.from({ length: 50 }, (_, at) => ({ asin: `B0SHLF${1000 + at}`, title: 'x' })),
  }
  const sizeWith = (length: number): number => {
    const rules = Array.from({ length: 50 }, (_, at) => {
      return { field: 'products[].title', when: 'becomes', value: String(at).padEnd(length, 'y') }
    })
    const planned = planWatch(definitions.search, { fields: ['products[].title'], rules })
    assert.ok(planned.ok)
    const seen = { kind: 'search', domain: 'de', language: 'de_DE', record } as const
    const { state } = applyLook(planned.plan, NEW_WATCH_STATE, { atMs: 1, seen })
    const [known] = Object.values(state.series[0]?.values ?? {})
    assert.equal(Object.keys(known?.rules ?? {}).length, 51)
    return JSON.stringify(state).length
  }
  assert.ok(sizeWith(500) < 1.1 * sizeWith(5))
})

test('a cron line is not refused because the clocks are about to change', async () => {
  // Three days before the clocks of Europe go forward, and back: "0 */6 * * *" has 6 hours between its times.
  for (const day of ['2027-03-25', '2027-10-28']) {
    assert.equal(await cronGapMs('0 */6 * * *', Date.parse(day), 6 * HOUR_MS), 6 * HOUR_MS)
  }
})

test('the least time between the times of a cron line', async () => {
  const nowMs = Date.parse('2027-01-15T10:30:00Z')
  const gap = (line: string): Promise<number | string> => cronGapMs(line, nowMs, 0)
  assert.equal(await gap('0 0,23 10,20,21 * *'), HOUR_MS)
  assert.equal(await gap('0,40 7 * * 1'), (40 / 60) * HOUR_MS)
  assert.equal(await gap('0 0 29 2 *'), 4 * 365.25 * 24 * HOUR_MS)
  assert.equal(await gap('0 0 31 2 *'), 'must be a cron line that has times to come')
  assert.equal(await gap('every day'), 'must be a cron line of five fields, such as "0 */6 * * *"')
})

test('entries that callers name do not add to what is counted of a marketplace', () => {
  const fields = Array.from({ length: 1000 }, (_, at) => `products[B0SHLF${1000 + at}].price`)
  let tallies = {}
  for (let look = 0; look < 30; look++) {
    tallies = addDrift(tallies, { kept: [], drifted: fields, isOtherLayout: false, series: 1 }, 1)
  }
  assert.deepEqual(Object.keys(tallies), ['products[].price', '*'])
  const asked = ['products[B0SHLF1000].price', 'products[].price', 'products[].title']
  assert.deepEqual([...heldFields(tallies, asked, 2).keys()], asked.slice(0, 2))
})

test('many rules with long texts are too much for one watch, many with short ones are not', () => {
  const detailsWith = (length: number): readonly string[] => {
    const rules = Array.from({ length: 50 }, () => ({ field: 'title', when: 'becomes', value: 'y'.repeat(length) }))
    const { details } = parseWatchTerms({ every: '6h', rules }, { definition: definitions.product, leastMs: HOUR_MS })
    return details.map(({ param, message }) => `${param} ${message}`)
  }
  assert.deepEqual(detailsWith(500), ['rules must have, with fields, at most 20000 characters as JSON'])
  assert.deepEqual(detailsWith(200), [])
})
