import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as v from 'valibot'
import { GOLDEN_DIRECTORY, readCases } from '../adapters/golden/golden-case.ts'
import { describeResult, runCase } from '../adapters/golden/run-case.ts'
import { productSchema } from '../core/index.ts'
import { marketplaces } from '../selectors/index.ts'

const directory = join(import.meta.dirname, '..', GOLDEN_DIRECTORY)
const cases = readCases(directory)
const fieldOrder = Object.keys(productSchema.entries).filter((field) => field !== 'html')

test('there are golden cases', () => {
  assert.ok(cases.length >= 50, `${cases.length} cases`)
})

for (const golden of cases) {
  test(`golden case ${golden.name}`, () => {
    const { expected } = golden
    assert.ok(expected !== null, describeResult(golden, runCase(golden)))
    assert.deepEqual(Object.keys(expected), fieldOrder, 'expected.json has the fields in the order of the wire')
    v.parse(productSchema, expected)

    const result = runCase(golden)
    assert.ok(result.differences?.length === 0, `\n${describeResult(golden, result)}`)
    assert.deepEqual(Object.keys(result.extraction.record ?? {}), fieldOrder)
  })
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === false || value === '' || value === 0 || /^(?:\[\]|\{\})$/.test(JSON.stringify(value))
  )
}

test('every field has a value in some golden case', () => {
  const empty = fieldOrder.filter((field) => cases.every(({ expected }) => isEmpty(expected?.[field as 'asin'])))
  assert.deepEqual(empty, [])
})

test('every value says what gave it', () => {
  for (const golden of cases) {
    const { record, winners } = runCase(golden).extraction
    const unexplained = Object.entries(record ?? {})
      .filter(([field, value]) => !isEmpty(value) && field !== 'page' && winners[field] === undefined)
      .map(([field]) => field)
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
