import { isDeepStrictEqual } from 'node:util'
import { emptyValueOf, productSchema, searchSchema, type PageKind, type RecordSchema } from '../../core/index.ts'

/**
 * The fields of a record that are not empty, in wire order.
 *
 * The same rule holds for the objects inside it: cards, offers, reviews.
 * Every field that it does not name is empty, so two records with equal expectations are equal.
 */
export type Expectation = Readonly<Record<string, unknown>>

const schemas: Readonly<Partial<Record<PageKind, RecordSchema>>> = {
  product: productSchema,
  search: searchSchema,
  no_results: searchSchema,
}

/** The expectation that describes a record of a page of this kind. */
export function toExpectation(kind: PageKind, record: object): Expectation {
  const schema = schemas[kind]
  return (schema === undefined ? record : withoutEmpty(schema, record)) as Expectation
}

/** The value without empty fields, at any depth. Fields that the schema does not know stay. */
function withoutEmpty(schema: RecordSchema, value: unknown): unknown {
  const { wrapped, item, entries } = schema
  if (wrapped !== undefined) return withoutEmpty(wrapped, value)
  if (item !== undefined && Array.isArray(value)) return value.map((member) => withoutEmpty(item, member))
  if (entries === undefined || typeof value !== 'object' || value === null) return value
  const fields = value as Readonly<Record<string, unknown>>
  const expectation: Record<string, unknown> = {}
  for (const [field, member] of Object.entries(entries)) {
    if (field in fields && !isEmpty(member, fields[field])) expectation[field] = withoutEmpty(member, fields[field])
  }
  for (const field of Object.keys(fields)) if (!(field in entries)) expectation[field] = fields[field]
  return expectation
}

function isEmpty(schema: RecordSchema, value: unknown): boolean {
  const empty = emptyValueOf(schema)
  return value === empty || (typeof empty === 'object' && isDeepStrictEqual(value, empty))
}

/** Fields of a record that a case can guard: all except constants and fields that can be missing from the record. */
export function guardedFields({ entries = {} }: RecordSchema): string[] {
  return Object.entries(entries)
    .filter(([, member]) => !('literal' in member) && member.type !== 'optional')
    .map(([field]) => field)
}
