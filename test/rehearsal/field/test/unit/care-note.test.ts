import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fieldTable } from '../../adapters/cli/record-schema.ts'
import { readCases } from '../../adapters/pages/golden/golden-case.ts'
import { runCase } from '../../adapters/pages/golden/run-case.ts'
import { productExample } from '../../adapters/http/openapi/examples/product.ts'
import { extractPage } from '../../adapters/pages/index.ts'
import { generateProduct } from '../../adapters/sandbox/index.ts'
import { productSchema, type Product } from '../../core/index.ts'
import { base } from '../../selectors/index.ts'
import { root } from '../support/root.ts'

test('the new field is in the schema, the type, the map and the document of the record', () => {
  const fields = Object.keys(productSchema.entries)
  assert.deepEqual(fields.slice(-2), ['care_note', 'html'])
  const note: Product['care_note'] = 'Hand wash only'
  assert.equal(productExample.care_note, note)
  assert.deepEqual(base.product.care_note, ['#careNote'])
  const readme = readFileSync(join(root, 'core/records/product/README.md'), 'utf8')
  assert.ok(readme.includes(fieldTable('product').trim()))
  assert.match(readme, /^\| `description\.ts` .*`care_note`/m)
})

test('its golden case passes, and no other changes', () => {
  const cases = readCases(join(root, 'golden/product'))
  assert.ok(cases.length > 100)
  const wrong = cases.filter((golden) => (runCase(golden).differences ?? ['none accepted']).length > 0)
  assert.deepEqual(
    wrong.map(({ name }) => name),
    [],
  )
})

test('simulated products have it, and it is read from their pages as printed', () => {
  const { record } = generateProduct({ asin: 'B0SHLFR001', domain: 'com' })
  assert.equal(record.care_note, null)
  const page = extractPage('<div id="dp"><input id="ASIN" value="B0SHLFR001"><span id="productTitle">A</span></div>', {
    domain: 'com',
  })
  assert.ok(page.kind === 'product' && page.record?.care_note === null)
})
