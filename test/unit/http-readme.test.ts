import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ERROR_TABLES } from '../../adapters/http/openapi/describe-errors.ts'
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
