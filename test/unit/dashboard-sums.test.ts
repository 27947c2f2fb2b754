import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdminKey } from '../../adapters/http/admin/print-key.ts'
import { daysBack, splitDays } from '../../adapters/web/dashboard/service/days.ts'
import { listDays } from '../../core/policy/index.ts'
import { ofKind, sumRefusals, sumRequests, timeOf } from '../../adapters/web/dashboard/overview/request-sums.ts'
import { sumAttempts } from '../../adapters/web/dashboard/sources/sum-attempts.ts'
import { sumBy } from '../../adapters/web/dashboard/usage/sum-usage.ts'
import { toUsageSeries } from '../../adapters/web/dashboard/usage/usage-series.ts'
import { toCsv } from '../../adapters/web/dashboard/usage/to-csv.ts'
import { recordFacts } from '../../adapters/web/record-facts.ts'
import { records } from '../../core/index.ts'

const row = (name: readonly string[], count: number) => ({ day: '2026-03-15', name, count })
const request = (outcome: string, longest: string, count: number) =>
  row(['ws_1', 'market.product', outcome, longest], count)

test('overview: success, errors, and the time within which a share was answered', () => {
  const sum = sumRequests([request('ok', '250', 5), request('ok', '1000', 4), request('target_unreachable', 'more', 1)])
  assert.deepEqual([sum.total, sum.ok, [...sum.errors]], [10, 9, [['target_unreachable', 1]]])
  assert.deepEqual([timeOf(sum, 0.5), timeOf(sum, 0.9), timeOf(sum, 0.95)], [250, 1000, Infinity])
  assert.equal(timeOf(sumRequests([]), 0.5), null)
})

test('overview: refusals of live and of sandbox keys are apart', () => {
  const rows = [row(['ws_1', 'GET /a', 'not_found'], 2), row(['ws_1', 'GET /a', 'not_found', 'test'], 1)]
  const countOf = (kind: 'live' | 'test') => sumRefusals(ofKind(rows, kind)).map(({ count }) => count)
  assert.deepEqual([countOf('live'), countOf('test')], [[2], [1]])
})

test('sources: outcomes of attempts by domain', () => {
  const sums = sumAttempts([
    row(['fr', 'record'], 1),
    row(['de', 'record'], 6),
    row(['de', 'captcha'], 2),
    row(['de', 'challenge'], 1),
    row(['de', 'timeout'], 1),
    row(['de', 'not_found'], 3),
  ])
  assert.deepEqual(sums[0], {
    domain: 'de',
    total: 13,
    records: 6,
    captchas: 3,
    throttled: 0,
    unanswered: 1,
    others: [['not_found', 3]],
  })
})

const charge = (day: string, keyId: string, credits: number, kind = 'product') =>
  ({ day, keyId, kind, charges: 1, credits }) as const

test('usage: sums by day, newest first, and by key, most credits first', () => {
  const rows = [charge('2026-03-14', 'a', 5), charge('2026-03-15', 'b', 5), charge('2026-03-15', 'b', 10)]
  assert.deepEqual(
    sumBy(rows, 'day').map(({ group, credits }) => [group, credits]),
    [
      ['2026-03-15', 15],
      ['2026-03-14', 5],
    ],
  )
  assert.deepEqual(sumBy(rows, 'keyId')[0], { group: 'b', charges: 2, credits: 15 })
})

test('usage as CSV: cells are quoted, and none is a formula', () => {
  const key = { id: 'a', prefix: 'abcdefghijkl', name: '=cmd("x"), y' } as AdminKey
  const csv = toCsv([charge('2026-03-14', 'a', 5), charge('2026-03-14', 'gone', 5)], [key])
  assert.equal(
    csv,
    `day,key,name,kind,charges,credits\r\n2026-03-14,abcdefghijkl,"'=cmd(""x""), y",product,1,5\r\n2026-03-14,gone,,product,1,5\r\n`,
  )
})

test('days: a range has each day once, and is split before its last days', () => {
  const days = daysBack(30)
  assert.equal(listDays(days).length, 30)
  const [before, last] = splitDays({ from: '2026-02-20', to: '2026-03-02' }, 3)
  assert.deepEqual(
    [before, last],
    [
      { from: '2026-02-20', to: '2026-02-27' },
      { from: '2026-02-28', to: '2026-03-02' },
    ],
  )
})

test('usage: the chart has a series for each record, also for one that only charges name', () => {
  const rows = [
    charge('2026-03-14', 'a', 5),
    charge('2026-03-15', 'a', 10),
    charge('2026-03-15', 'b', 5),
    charge('2026-03-15', 'a', 20, 'retired_record'),
    charge('2026-03-01', 'a', 50),
  ]
  const series = toUsageSeries(rows, ['2026-03-14', '2026-03-15'], recordFacts)
  const values = new Map(series.map(({ name, values }) => [name, values]))
  assert.deepEqual(values.get('Products'), [5, 15])
  assert.deepEqual(values.get('Searches'), [0, 0])
  assert.deepEqual(values.get('retired_record'), [0, 20])
  assert.deepEqual(
    series.map(({ name }) => name),
    [...values.keys()],
  )
  assert.equal(series.length, recordFacts.length + 1)
  assert.equal(series.at(-1)?.name, 'Products')
})

test('pages for browsers know all records: ASINs and words lead to one each', () => {
  assert.deepEqual(
    recordFacts.map(({ name }) => name),
    records.map(({ name }) => name),
  )
  assert.equal(recordFacts.find(({ isDefault }) => isDefault)?.path, '/api/v1/market/product')
  assert.equal(recordFacts.find(({ takesWords }) => takesWords)?.method, 'search')
})
