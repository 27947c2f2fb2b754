import { emptyValueOf, findRecordOf, type RecordName, type RecordSchema } from '../../../core/index.ts'

/**
 * The fields of a record that are not empty, in wire order.
 *
 * The same rule holds for the objects inside it: cards, offers, reviews.
 * Every field that it does not name is empty, so two records with equal expectations are equal.
 */
export type Expectation = Readonly<Record<string, unknown>>

/** The expectation that describes a record of a page of this kind. `named`: as for `requireRecordOf`. Throws: an error for a kind without a record. */
export function toExpectation(kind: string, record: object, named?: RecordName): Expectation {
  return withoutEmpty(requireRecordOf(kind, named).schema, record) as Expectation
}

/**
 * The definition of the record of a page kind. `named`: the record that is read from it. Default: the one that it
 * belongs to. Throws: an error for a kind without one.
 */
export function requireRecordOf(kind: string, named?: RecordName): NonNullable<ReturnType<typeof findRecordOf>> {
  const definition = findRecordOf(kind, named)
  if (definition === null) throw new Error(`Pages of the kind "${kind}" have no record. Correct the kind in case.json`)
  return definition
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
  if (value === empty) return true
  // An empty list or map.
  return typeof empty === 'object' && empty !== null && JSON.stringify(value) === JSON.stringify(empty)
}

/** Fields of a record that a case can guard: all except constants and fields that can be missing from the record. */
export function guardedFields({ entries = {} }: RecordSchema): string[] {
  return Object.entries(entries)
    .filter(([, member]) => !('literal' in member) && member.type !== 'optional')
    .map(([field]) => field)
}
