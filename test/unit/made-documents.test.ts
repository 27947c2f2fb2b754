import assert from 'node:assert/strict'
import { test } from 'node:test'
import { percent, printBy, readMeasurements } from '../../.ci/documents/accuracy.ts'
import { makeDocuments } from '../../.ci/documents/write.ts'

for (const { path, present, made } of makeDocuments()) {
  test(`the figures of ${path} are those of the data`, () => {
    assert.equal(present, made, 'Run: npx tsx .ci/documents/write.ts')
  })
}

test('a share with an error never reads as 100.0 %', () => {
  assert.deepEqual([1, 0.9996, 0.99996, 0.9994, 0.9935].map(percent), [
    '100.0 %',
    '99.96 %',
    '99.99 %',
    '99.9 %',
    '99.4 %',
  ])
})

test('every field and marketplace of the last version is in its table or among those without an error', () => {
  const measurements = readMeasurements()
  assert.deepEqual(
    measurements.map(({ version }) => version),
    measurements.map(({ version }) => version).toSorted(),
  )
  for (const by of ['by_product_field', 'by_card_field', 'by_domain'] as const) {
    const printed = printBy(measurements, by, 'x')
    for (const name of Object.keys(measurements.at(-1)?.labeled[by] ?? {}))
      assert.ok(printed.includes(`\`${name}\``), name)
  }
})
