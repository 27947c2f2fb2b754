import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonSchema } from '@valibot/to-json-schema'
import { endpointOf } from '../../core/contract/index.ts'
import { records } from '../../core/index.ts'
import { document, findFaults, walk } from '../support/openapi-document.ts'

test('generators of clients take it: no schema has itself, answers are whole records, items have the parameters of their endpoint, results are told apart, and have the record of their endpoint', () => {
  const { schemas } = document.components
  const propertyOf = ({ properties = {} }: JsonSchema, name: string): JsonSchema => properties[name] as JsonSchema
  const batchName = (record: string): string =>
    `${record.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())}Batch`
  const batchOf = (record: string): JsonSchema => schemas[batchName(record)] ?? {}
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
  for (const body of ['BatchRequest', 'WatchRequest']) {
    const bodies = inside(body).map((form): JsonSchema => schemas[form] ?? {})
    assert.deepEqual(
      bodies.map(({ properties }) => (properties?.['endpoint'] as JsonSchema | undefined)?.const),
      records.map(({ name }) => endpointOf(name)),
    )
    const rest = body === 'BatchRequest' ? {} : { every: '6h' }
    for (const [endpoint, item, isRight] of [
      ['market.product', { query: 'B0SHLFX301', reviews: true, reference: 'row 7' }, true],
      ['market.best_sellers', { query: 'electronics', list: 'new_releases' }, true],
      ['market.product', { query: 'B0SHLFX301', list: 'new_releases' }, false],
      ['market.product', { domain: 'de' }, false],
      ['market.search', { query: 'kettle', pages: 11 }, false],
      ['market.offers', { query: 'B0SHLFX301', fields: ['asin'] }, body === 'BatchRequest'],
    ] as const) {
      const faults = findFaults({ $ref: `#/components/schemas/${body}` }, { endpoint, items: [item], ...rest })
      assert.equal(faults === '', isRight, `${body} ${JSON.stringify(item)}: ${faults}`)
    }
  }
  for (const { name, schemaName } of records) {
    const { const: endpoint } = propertyOf(batchOf(name), 'endpoint')
    assert.ok(inside('Batch').includes(batchName(name)) && endpoint === endpointOf(name), name)
    const [ok = {}] = (schemas[`${batchName(name)}Result`]?.oneOf ?? []) as readonly JsonSchema[]
    assert.deepEqual(
      propertyOf(ok, 'data').anyOf,
      [schemaName, `${schemaName}Part`].map((one) => ({ $ref: `#/components/schemas/${one}` })),
    )
    assert.deepEqual(propertyOf(batchOf(name), 'results').items, {
      $ref: `#/components/schemas/${batchName(name)}Result`,
    })
  }
  const line = document.paths['/api/v1/market/batch/{id}']?.get?.responses['200']?.content?.['application/x-ndjson']
  for (const { value } of Object.values(line?.examples ?? {})) {
    const result = value as { readonly status: string }
    const other = { ...result, status: result.status === 'ok' ? 'error' : 'ok' }
    assert.notEqual(findFaults({ $ref: '#/components/schemas/ItemResult' }, other), '')
  }
})
