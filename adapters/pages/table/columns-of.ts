import { toJsonSchema, type JsonSchema } from '@valibot/to-json-schema'
import type { RecordSchema } from '../../../core/index.ts'
import type { CellType, Column, ColumnSubject } from './column.ts'

/** Columns of the members of a schema, in its order. The members of an object have columns of their own. */
export function columnsOf(schema: RecordSchema, of: ColumnSubject): Column[] {
  return columnsOfMembers(toJsonSchema(schema, { errorMode: 'ignore' }), of, [])
}

function columnsOfMembers({ properties = {} }: JsonSchema, of: ColumnSubject, parents: readonly string[]): Column[] {
  return Object.entries(properties).flatMap(([member, nullable]) => {
    const schema = withoutNull(nullable as JsonSchema)
    const path = [...parents, member]
    if (schema.type === 'object' && schema.properties !== undefined) return columnsOfMembers(schema, of, path)
    return [{ name: path.join('.'), type: typeOf(schema), of, path }]
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
