import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ERROR_TABLES } from '../../adapters/http/openapi/describe-errors.ts'
import { PLACE_TABLE } from '../../adapters/http/openapi/describe-places.ts'
import { HEADER_TABLE } from '../../adapters/http/openapi/headers.ts'
import { root } from '../support/root.ts'

const readme = readFileSync(join(root, 'adapters/http/README.md'), 'utf8')

for (const [what, table] of [
  ['errors and reasons', ERROR_TABLES],
  ['headers', HEADER_TABLE],
] as const) {
  test(`the README of http has the table of ${what}`, () => {
    assert.ok(readme.includes(table), `Put this into adapters/http/README.md:\n\n${table}`)
  })
}

test('the document about places has the table of what each marketplace takes', () => {
  const places = readFileSync(join(root, 'adapters/http/places.md'), 'utf8')
  assert.ok(places.includes(PLACE_TABLE), `Put this into adapters/http/places.md:\n\n${PLACE_TABLE}`)
  assert.ok(readme.includes('(places.md)'))
})
