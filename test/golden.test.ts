import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as v from 'valibot'
import { flatten } from '../adapters/golden/compare.ts'
import { GOLDEN_DIRECTORY, readCases } from '../adapters/golden/golden-case.ts'
import { describeResult, runCase } from '../adapters/golden/run-case.ts'
import {
  cardSchema,
  productSchema,
  searchSchema,
  type CardField,
  type Product,
  type ProductField,
  type SearchResponse,
} from '../core/index.ts'
import { marketplaces } from '../selectors/index.ts'

const directory = join(import.meta.dirname, '..', GOLDEN_DIRECTORY)
const cases = readCases(directory)
const productFields = Object.keys(productSchema.entries).filter((field) => field !== 'html')
const cardFields = Object.keys(cardSchema.entries)

test('there are golden cases', () => {
  assert.ok(cases.length >= 120, `${cases.length} cases`)
})

/** Fails when a record is not valid, or not in the order of the wire. */
function checkShape(record: Product | SearchResponse): void {
  if (!('products' in record)) {
    v.parse(productSchema, record)
    return assert.deepEqual(Object.keys(record), productFields)
  }
  v.parse(searchSchema, record)
  for (const card of record.products) assert.deepEqual(Object.keys(card), cardFields)
}

for (const golden of cases) {
  test(`golden case ${golden.name}`, () => {
    if (golden.expected !== null) checkShape(golden.expected)
    const result = runCase(golden)
    assert.ok(result.differences?.length === 0, `\n${describeResult(golden, result)}`)
    if (result.extraction.record !== null) checkShape(result.extraction.record)
  })
}

/** Records that are expected of products, and cards of searches. */
const products = cases.flatMap(({ expected }) => (expected !== null && !('products' in expected) ? [expected] : []))
const cards = cases.flatMap(({ expected }) => (expected !== null && 'products' in expected ? expected.products : []))

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === false || value === '' || value === 0 || /^(?:\[\]|\{\})$/.test(JSON.stringify(value))
  )
}

test('every field has a value in some golden case', () => {
  const empty = [
    ...productFields.filter((field) => products.every((record) => isEmpty(record[field as ProductField]))),
    ...cardFields.filter((field) => cards.every((card) => isEmpty(card[field as CardField]))),
  ]
  assert.deepEqual(empty, [])
})

/** What is the same for all, or follows from the other cards. */
const UNEXPLAINED: ReadonlySet<string> = new Set([
  'page',
  'url',
  'highest_price',
  'organic_position',
  'sponsored_position',
  'is_video',
])

test('every value says what gave it', () => {
  for (const golden of cases) {
    const { record, winners } = runCase(golden).extraction
    const unexplained = Object.entries(flatten(record ?? {}))
      .filter(([place, value]) => !isEmpty(value) && winners[place] === undefined)
      .map(([place]) => place.replace(/^.*\./, ''))
      .filter((field) => !UNEXPLAINED.has(field) && field !== 'no_results')
    assert.deepEqual(unexplained, [], golden.name)
  }
})

test('golden pages are small, and each marketplace has one', () => {
  for (const { directory: folder, name } of cases) {
    const { length } = readFileSync(join(folder, 'page.html'))
    assert.ok(length < 40_000, `${name} has ${length} bytes`)
  }
  const domains = new Set(cases.map(({ domain }) => domain))
  assert.deepEqual(
    [...marketplaces.keys()].filter((domain) => !domains.has(domain)),
    [],
  )
})
