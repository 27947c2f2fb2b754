import { toJsonSchema, type JsonSchema } from '@valibot/to-json-schema'
import { DEFAULT_RECORD, recordSchemas } from '../../core/index.ts'

/** Names of records and of their rows. */
export const knownSchemas = [...recordSchemas.keys()]
/** The one that is meant where none is named. */
export const defaultSchema = DEFAULT_RECORD.name

/** JSON Schema of a record or a row, with the meaning of each field. Throws: a `TypeError` for an unknown name. */
export function jsonSchema(name: string): JsonSchema {
  const schema = recordSchemas.get(name)
  if (schema === undefined) throw new TypeError(`There is no schema "${name}".`)
  return { title: name, ...toJsonSchema(schema) }
}

/** Markdown table of the fields of a record or a row: number, name, type, meaning. Throws: as `jsonSchema` does. */
export function fieldTable(name: string): string {
  const fields = Object.entries(jsonSchema(name).properties ?? {}).map(
    ([name, schema]) => [name, schema as JsonSchema] as const,
  )
  const rows = fields.map(
    ([name, schema], index) => `| ${index + 1} | \`${name}\` | ${describeType(schema)} | ${schema.description ?? ''} |`,
  )
  return ['| # | Field | Type | Meaning |', '| --- | --- | --- | --- |', ...rows, ''].join('\n')
}

function describeType(schema: JsonSchema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map((option) => describeType(option as JsonSchema)).join(' or ')
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
  if (schema.type === 'array') return `list of ${describeMembers(schema.items as JsonSchema)}`
  if (schema.type === 'object') return describeMembers(schema)
  return String(schema.type)
}

/** The names of an object's members; the type of a map's values. */
function describeMembers(schema: JsonSchema): string {
  if (schema.type !== 'object') return describeType(schema)
  const { properties, additionalProperties } = schema
  if (properties === undefined) return `map to ${describeType(additionalProperties as JsonSchema)}`
  const names = Object.entries(properties).map(([name, member]) => {
    const { type, items } = member as JsonSchema
    const hasMembers = type === 'object' || (type === 'array' && (items as JsonSchema).type === 'object')
    return hasMembers ? `${name} ${describeMembers((type === 'array' ? items : member) as JsonSchema)}` : name
  })
  return `{ ${names.join(', ')} }`
}
