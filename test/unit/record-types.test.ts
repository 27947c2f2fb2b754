import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { emptyCard, emptyProduct, records, type Card, type Product, type RecordSchema } from '../../core/index.ts'
import { type Domain, domains, marketplaces } from '../../selectors/index.ts'

/** Every schema whose fields are documented: each record, and the rows of those that are lists. */
const DESCRIBED: readonly (readonly [string, RecordSchema])[] = records.flatMap(({ schemaName, schema, rows }) => [
  [schemaName, schema],
  ...(rows === null ? [] : [[rows.schemaName, rows.schema] as const]),
])

for (const [name, { entries = {} }] of DESCRIBED) {
  test(`every field of ${name} has a description`, () => {
    assert.ok(Object.keys(entries).length > 2)
    const missing = Object.entries(entries).filter(([, schema]) => (v.getDescription(schema) ?? '').trim() === '')
    assert.deepEqual(Object.keys(Object.fromEntries(missing)), [])
  })
}

test('the rows of a record are described by the schema of its field', () => {
  for (const { name, schema, rows } of records) {
    if (rows !== null) assert.equal(schema.entries?.[rows.field]?.item, rows.schema, name)
  }
})

test('the types forbid a change of a record, of its lists and of a row', () => {
  const [product, card] = structuredClone([emptyProduct, emptyCard]) as unknown as [Product, Card]
  // @ts-expect-error: a field.
  product.title = 'a'
  // @ts-expect-error: a member of a list.
  product.images[0] = 'b'
  // @ts-expect-error: a field of a row.
  card.title = 'c'
  // The types alone: nothing is frozen.
  assert.deepEqual([product.title, product.images, card.title], ['a', ['b'], 'c'])
})

test('a domain is one of a closed list', () => {
  const domain: Domain = 'co.uk'
  // @ts-expect-error: there is no such marketplace.
  const unknown: Domain = 'dee'
  assert.deepEqual([marketplaces.has(domain), marketplaces.has(unknown)], [true, false])
  assert.deepEqual(domains, [...marketplaces.keys()])
})
