import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonSchema } from '@valibot/to-json-schema'
import { records } from '../../core/index.ts'
import { document, findFaults, walk } from '../support/openapi-document.ts'

test('generators of clients take it: no schema has itself, answers are whole records, results are told apart', () => {
  const { schemas } = document.components
  const inside = (name: string): string[] =>
    [...walk(schemas[name])].flatMap(({ node }) =>
      typeof node.$ref === 'string' ? [node.$ref.split('/').at(-1) ?? ''] : [],
    )
  for (const name of Object.keys(schemas)) {
    const seen = new Set<string>()
    const left = inside(name)
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      assert.notEqual(next, name, 'TS2502: the schema refers to itself')
      if (!seen.has(next)) left.push(...inside(next))
      seen.add(next)
    }
  }
  for (const { name, schemaName } of records) {
    const { schema } =
      document.paths[`/api/v1/market/${name}`]?.get?.responses['200']?.content?.['application/json'] ?? {}
    assert.deepEqual(schema, { $ref: `#/components/schemas/${schemaName}` })
  }
  assert.deepEqual(Object.keys(document.components.securitySchemes), ['bearer'])
  const forms = (schemas['ItemResult']?.oneOf ?? []) as readonly JsonSchema[]
  assert.deepEqual(
    forms.map(({ properties }) => (properties?.['status'] as JsonSchema | undefined)?.const),
    ['ok', 'error'],
  )
  const line = document.paths['/api/v1/market/batch/{id}']?.get?.responses['200']?.content?.['application/x-ndjson']
  for (const { value } of Object.values(line?.examples ?? {})) {
    const result = value as { readonly status: string }
    const other = { ...result, status: result.status === 'ok' ? 'error' : 'ok' }
    assert.notEqual(findFaults({ $ref: '#/components/schemas/ItemResult' }, other), '')
  }
})
