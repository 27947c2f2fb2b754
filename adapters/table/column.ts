import { toJsonSchema, type JsonSchema } from '@valibot/to-json-schema'
import type { RecordSchema } from '../../core/index.ts'

/** Type of the cells of a column. `json`: text with JSON, for lists and maps. */
export type CellType = 'text' | 'number' | 'integer' | 'boolean' | 'json'

/** A value of a table. Absent: null. */
export type Cell = string | number | boolean | null

/**
 * What a column reads: the result itself, the response that a card is part of, or the record, which is a product or
 * a card.
 */
export type ColumnSubject = 'result' | 'search' | 'record'

export interface Column {
  /** The names of the members on the way to the value, separated by dots: `featured_merchant.name`. */
  readonly name: string
  readonly type: CellType
  readonly of: ColumnSubject
  /** Names of the members on the way to the value. */
  readonly path: readonly string[]
}

/** Columns of the members of a schema, in its order. The members of an object have columns of their own. */
export function columnsOf(schema: RecordSchema, of: ColumnSubject, prefix = ''): Column[] {
  return columnsOfMembers(toJsonSchema(schema, { errorMode: 'ignore' }), of, prefix, [])
}

/** One column. */
export function column(name: string, type: CellType, of: ColumnSubject = 'result'): Column {
  return { name, type, of, path: name.split('.') }
}

function columnsOfMembers(
  { properties = {} }: JsonSchema,
  of: ColumnSubject,
  prefix: string,
  parents: readonly string[],
): Column[] {
  return Object.entries(properties).flatMap(([member, nullable]) => {
    const schema = withoutNull(nullable as JsonSchema)
    const path = [...parents, member]
    if (schema.type === 'object' && schema.properties !== undefined) return columnsOfMembers(schema, of, prefix, path)
    return [{ name: prefix + path.join('.'), type: typeOf(schema), of, path }]
  })
}

/** The schema of the values that are not null. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const options = (schema.anyOf ?? []).filter((option) => (option as JsonSchema).type !== 'null')
  return options.length === 1 ? (options[0] as JsonSchema) : schema
}

const TYPES: Readonly<Record<string, CellType>> = {
  string: 'text',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
}

function typeOf({ type, const: constant, enum: values }: JsonSchema): CellType {
  const [value] = values ?? [constant]
  if (value !== undefined) return typeof value === 'number' ? 'integer' : (TYPES[typeof value] ?? 'json')
  return (typeof type === 'string' ? TYPES[type] : undefined) ?? 'json'
}

/** The value of a column in its subject. */
export function readCell({ path, type }: Column, subject: unknown): Cell {
  let value = subject
  for (const member of path) value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[member]
  if (value === undefined || value === null) return null
  if (type === 'text') return typeof value === 'string' ? value : JSON.stringify(value)
  if (type === 'boolean') return typeof value === 'boolean' ? value : null
  if (type === 'json') return JSON.stringify(value)
  return typeof value === 'number' && (type === 'number' || Number.isSafeInteger(value)) ? value : null
}
