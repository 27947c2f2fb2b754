import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as v from 'valibot'
import {
  cardSchema,
  productSchema,
  searchSchema,
  type Card,
  type Product,
  type SearchResponse,
} from '../../core/index.ts'
import type { Domain } from '../../selectors/index.ts'
import { domains, marketplaces } from '../../selectors/index.ts'
import { root } from '../support/root.ts'

/** A type with all its parts read-only, and optional members as interfaces write them. */
type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T
type IsSame<Left, Right> = [Left, Right] extends [Right, Left] ? true : false

test('the interfaces are the types of the schemas', () => {
  const product: IsSame<Frozen<v.InferOutput<typeof productSchema>>, Frozen<Product>> = true
  const card: IsSame<Frozen<v.InferOutput<typeof cardSchema>>, Frozen<Card>> = true
  const search: IsSame<Frozen<v.InferOutput<typeof searchSchema>>, Frozen<SearchResponse>> = true
  const extra: IsSame<Card & { readonly more: string }, Card> = false
  assert.ok(product && card && search && !extra)
})

const INTERFACES = [
  { file: 'product.ts', name: 'Product', entries: productSchema.entries },
  { file: 'schema.ts', name: 'Card', entries: cardSchema.entries },
  { file: 'schema.ts', name: 'SearchResponse', entries: searchSchema.entries },
]

for (const { file, name, entries } of INTERFACES) {
  test(`every field of ${name} has the meaning that the schema gives it, in the same order`, () => {
    const source = readFileSync(join(root, 'core/record', file), 'utf8')
    const described = readMembers(source, name)
    const expected = Object.entries(entries).map(([field, schema]) => [field, v.getDescription(schema)])
    assert.deepEqual(described, expected)
  })
}

/** Members of an interface, each with the first paragraph of its docstring. */
function readMembers(source: string, name: string): [field: string, meaning: string][] {
  const body = source.split(`export interface ${name} {\n`)[1]?.split('\n}\n')[0] ?? ''
  return [...body.matchAll(/ {2}\/\*\*([\s\S]*?)\*\/\n {2}readonly (\w+)\??:/g)].map(([, comment = '', field = '']) => {
    const lines = comment.split('\n').map((line) => line.replace(/^\s*\*? ?/, '').trim())
    return [field, lines.join('\n').trim().split('\n\n')[0]?.replaceAll('\n', ' ') ?? '']
  })
}

test('a domain is one of a closed list', () => {
  const domain: Domain = 'co.uk'
  // @ts-expect-error: there is no such marketplace.
  const unknown: Domain = 'dee'
  assert.deepEqual([marketplaces.has(domain), marketplaces.has(unknown)], [true, false])
  assert.deepEqual(domains, [...marketplaces.keys()])
})
