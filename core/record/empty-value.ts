import * as v from 'valibot'

/** A valibot schema, with the members that describe its parts. */
export interface RecordSchema extends v.GenericSchema {
  /** Schema inside a nullable or optional one. */
  readonly wrapped?: RecordSchema
  /** Schema of the members of a list. */
  readonly item?: RecordSchema
  /** Schemas of the fields of an object. */
  readonly entries?: Readonly<Record<string, RecordSchema>>
  /** The only value of a constant. */
  readonly literal?: unknown
}

/** Values that can mean "the page does not show this", in order of preference. */
const EMPTY_VALUES = [undefined, null, '', false, 0, {}, []] as const

const emptyValues = new WeakMap<RecordSchema, unknown>()

/**
 * Value of a field that a page does not show: the first of `EMPTY_VALUES` that
 * its schema accepts. A constant is its own empty value, because it says nothing
 * about the page.
 *
 * Absent: undefined, the field always has a value, or can be missing from the record.
 */
export function emptyValueOf(schema: RecordSchema): unknown {
  if ('literal' in schema) return schema.literal
  if (!emptyValues.has(schema)) {
    emptyValues.set(
      schema,
      EMPTY_VALUES.find((value) => v.is(schema, value)),
    )
  }
  return emptyValues.get(schema)
}

/** The empty value of every field that is always in a record, in the order of the wire; undefined for fields that always have a value. */
export function emptyFields({ entries = {} }: RecordSchema): Record<string, unknown> {
  const fields = Object.entries(entries).filter(([, schema]) => schema.type !== 'optional')
  return Object.fromEntries(fields.map(([name, schema]) => [name, emptyValueOf(schema)]))
}
