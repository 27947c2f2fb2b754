import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareFields, type LayoutRows } from '../../adapters/observe/field-layouts.ts'
import { WinnerCounts, type ReadRecord } from '../../adapters/observe/winner-counts.ts'

const unreadable = { field: 'price', problem: 'unreadable', against: null } as const

/** Rows of a time in which pages were read. */
function rowsOf(...read: readonly (Partial<ReadRecord> & { readonly times: number })[]): LayoutRows {
  const counts = new WinnerCounts()
  for (const { times, ...one } of read) {
    const record = { record: 'product', domain: 'de', winners: {}, issues: [], ...one }
    for (let index = 0; index < times; index++) counts.add(record)
  }
  const all = counts.take()
  const of = (series: string) =>
    all
      .filter((count) => count.series === series)
      .map(({ record, domain, field, source, count }) => ({
        name: series === 'winners' ? [record, domain, field, source] : [record, domain, field],
        count,
      }))
  return { reads: of('reads'), winners: of('winners'), unread: of('unread') }
}

const drifts = (before: LayoutRows, recent: LayoutRows): string[] =>
  compareFields(before, recent).map(({ record, domain, field, drift }) => `${record} ${domain} ${field}: ${drift}`)

const title = { title: '#productTitle' }

test('a field that is gone from every page has vanished, and one that is on fewer pages is rarer', () => {
  const before = rowsOf(
    { winners: { ...title, price: '.priceToPay', brand: '#byline' }, times: 980 },
    { winners: title, times: 20 },
  )
  const recent = rowsOf({ winners: { ...title, brand: '#byline' }, times: 24 }, { winners: title, times: 76 })
  assert.deepEqual(drifts(before, recent), [
    'product de brand: rarer',
    'product de price: vanished',
    'product de title: none',
  ])
  const [brand] = compareFields(before, recent)
  assert.deepEqual(
    [brand?.filled, brand?.reads],
    [
      { before: 0.98, recent: 0.24 },
      { before: 1000, recent: 100 },
    ],
  )
})

test('searches and products are counted apart: more of one is no change of the other', () => {
  const product = { winners: { ...title, price: '.priceToPay' }, times: 500 }
  const cards = {
    'products[0].asin': '[data-asin]',
    'products[0].price': '.a-price',
    'products[1].asin': '[data-asin]',
  }
  const search = { record: 'search', winners: { total_results: '.results', ...cards }, times: 40 }
  const before = rowsOf(product, { ...search, times: 2 })
  const recent = rowsOf(product, { ...search, times: 400 })
  assert.deepEqual(
    drifts(before, recent).filter((line) => !line.endsWith('none')),
    [],
  )
  const price = compareFields(before, recent).find(({ field }) => field === 'products[].price')
  assert.deepEqual([price?.filled.recent, price?.reads.recent], [0.5, 800])
})

test('a first source that stops winning, or wins less, is no loss of values', () => {
  const of = (source: string, times: number) => ({ winners: { price: source }, times })
  const before = rowsOf(of('#new', 90), of('#old', 10))
  assert.deepEqual(drifts(before, rowsOf(of('#old', 100))), ['product de price: stopped'])
  assert.deepEqual(drifts(before, rowsOf(of('#new', 30), of('#old', 70))), ['product de price: falling'])
  assert.deepEqual(drifts(before, rowsOf(of('#new', 84), of('#old', 16))), ['product de price: none'])
  const [price] = compareFields(before, rowsOf(of('#old', 100)))
  assert.deepEqual(price?.sources[0], { source: '#new', before: 0.9, recent: 0 })
})

test('a field that pages show in a form that can not be read', () => {
  const before = rowsOf({ winners: { ...title, price: '.p' }, times: 200 }, { winners: title, times: 300 })
  const recent = rowsOf(
    { winners: { ...title, price: '.p' }, times: 190 },
    { winners: title, issues: [unreadable, unreadable], times: 310 },
  )
  assert.deepEqual(drifts(before, recent), ['product de price: unread', 'product de title: none'])
})

test('small numbers say nothing', () => {
  const full = { winners: { ...title, price: '.p' } }
  const before = rowsOf({ ...full, times: 5000 })
  for (let times = 1; times < 20; times++) {
    assert.deepEqual(
      drifts(before, rowsOf({ winners: title, times })).filter((line) => !line.endsWith('none')),
      [],
    )
  }
  assert.deepEqual(drifts(before, rowsOf({ winners: title, times: 20 })), [
    'product de price: vanished',
    'product de title: none',
  ])
  // A field that was never on many pages: 20 records without it are nothing.
  const rare = rowsOf({ ...full, times: 300 }, { winners: title, times: 700 })
  assert.deepEqual(
    drifts(rare, rowsOf({ winners: title, times: 20 })).filter((line) => !line.endsWith('none')),
    [],
  )
})

test('chance alone changes nothing: fields with the same share, in a thousand comparisons', () => {
  let seed = 1
  const random = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647
  let alarms = 0
  for (let field = 0; field < 1000; field++) {
    const share = random()
    const sample = (reads: number): LayoutRows => {
      let values = 0
      for (let index = 0; index < reads; index++) if (random() < share) values++
      return rowsOf({ winners: { x: '.x' }, times: values }, { times: reads - values })
    }
    alarms += drifts(sample(400), sample(20 + (field % 80))).filter((line) => !line.endsWith('none')).length
  }
  assert.equal(alarms, 0)
})

test('counts of versions until 0.2, which name no record, are left out', () => {
  const old = { reads: [], unread: [], winners: [{ name: ['de', 'price', '#new'], count: 100 }] }
  assert.deepEqual(compareFields(old, old), [])
})
