import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../../adapters/http/openapi/open-api.ts'
import { operations } from '../../adapters/http/operations.ts'

test('a search needs no words, and takes several conditions', () => {
  const { paths } = openApi(operations, { serverUrl: 'https://shelfmark.example' })
  const parametersOf = (path: string) => paths[path]?.['get']?.parameters ?? []
  const requiredOf = (path: string): readonly string[] =>
    parametersOf(path)
      .filter(({ required }) => required)
      .map(({ name }) => name)
  assert.deepEqual(requiredOf('/api/v1/market/product'), ['query'])
  assert.deepEqual(requiredOf('/api/v1/market/search'), [])
  const refine = parametersOf('/api/v1/market/search').find(({ name }) => name === 'refine')
  assert.deepEqual([refine?.schema.type, refine?.style, refine?.explode], ['array', 'form', true])
})
