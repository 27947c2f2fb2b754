import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract } from '../../adapters/contract.ts'
import { document, findFaults } from '../support/openapi-document.ts'

const { paths } = document

test('records with a next page say so in a header, and a product has none', () => {
  for (const [name, hasMore] of [
    ['product', false],
    ['reviews', false],
    ['search', true],
    ['offers', true],
    ['best_sellers', true],
  ] as const) {
    const { headers = {} } = paths[`/api/v1/market/${name}`]?.['get']?.responses['200'] ?? {}
    assert.equal('Svc-Has-More' in headers, hasMore, name)
  }
})

test('a list of best sellers is named by its category, or by its address', () => {
  const parameters = paths['/api/v1/market/best_sellers']?.['get']?.parameters ?? []
  const query = parameters.find(({ name }) => name === 'query')
  assert.ok(query?.required)
  for (const [value, isRight] of [
    ['', true],
    ['electronics/172541', true],
    ['https://www.amazon.com/Best-Sellers/zgbs/electronics?pg=2', true],
    ['electronics/172541/more', false],
    ['ftp://www.amazon.com/gp/bestsellers', false],
  ] as const) {
    assert.equal(findFaults(query.schema, value) === '', isRight, value)
    const isParsed = contract.parseParams('best_sellers', new URLSearchParams({ query: value })).ok
    assert.equal(isParsed, isRight, value)
  }
})

test('a search needs no words, and takes several conditions', () => {
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
