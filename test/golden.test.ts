import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as v from 'valibot'
import { flatten } from '../adapters/golden/compare.ts'
import { measureCoverage } from '../adapters/golden/coverage.ts'
import { GOLDEN_DIRECTORY, readCasePage, readCases } from '../adapters/golden/golden-case.ts'
import { describeResult, runCase } from '../adapters/golden/run-case.ts'
import { simulatedCases } from '../adapters/golden/simulated-cases.ts'
import { cardSchema, productSchema, searchSchema, type Product, type SearchResponse } from '../core/index.ts'

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

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === false || value === '' || value === 0 || /^(?:\[\]|\{\})$/.test(JSON.stringify(value))
  )
}

test('every field has a value in some golden case, and every marketplace has cases', () => {
  const [ofProducts, ofCards] = measureCoverage(cases)
  for (const { kind, domains, rows } of [ofProducts, ofCards]) {
    const unguarded = rows.filter(({ counts }) => counts.every((count) => count === 0))
    assert.deepEqual(
      unguarded.map(({ field }) => field),
      [],
      kind,
    )
    const enough = kind === 'product' ? 5 : 2
    const asins = rows.find(({ field }) => field === 'asin')?.counts ?? []
    const few = domains.filter((_, index) => (asins[index] ?? 0) < enough)
    assert.deepEqual(few, [], `fewer than ${enough} cases of a ${kind}`)
  }
})

test('simulated cases are what the simulated marketplace prints', () => {
  const names = new Set<string>()
  for (const { name, page, facts, expected } of simulatedCases()) {
    names.add(name)
    const golden = cases.find((entry) => entry.name === name)
    assert.ok(golden, `${name} is missing: npm run golden -- simulate`)
    const { name: _name, directory: _directory, expected: accepted, ...known } = golden
    assert.deepEqual({ ...known, expected: accepted }, { ...facts, expected }, `${name}: npm run golden -- simulate`)
    assert.equal(Buffer.from(readCasePage(golden)).toString(), page, `${name}: npm run golden -- simulate`)
  }
  const stray = cases.filter(({ name }) => name.includes('/simulated-') && !names.has(name))
  assert.deepEqual(stray, [])
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

test('golden pages are small', () => {
  for (const { directory: folder, name } of cases) {
    const { length } = readFileSync(join(folder, 'page.html'))
    assert.ok(length < 120_000, `${name} has ${length} bytes`)
  }
})
