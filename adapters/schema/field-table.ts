import type { JsonSchema } from '@valibot/to-json-schema'
import { jsonSchema, type SchemaName } from './json-schema.ts'

/** The fields of a record as a table in Markdown: number, name, type, meaning. */
export function fieldTable(name: SchemaName): string {
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
  if (schema.type === 'array') return `list of ${describeMember(schema.items as JsonSchema)}`
  if (schema.type === 'object') return describeMember(schema)
  return String(schema.type)
}

/** An object by the names of its members; a map by what it maps to. */
function describeMember(schema: JsonSchema): string {
  if (schema.type !== 'object') return describeType(schema)
  const { properties, additionalProperties } = schema
  if (properties === undefined) return `map to ${describeType(additionalProperties as JsonSchema)}`
  const names = Object.entries(properties).map(([name, member]) => {
    const { type, items } = member as JsonSchema
    const hasMembers = type === 'object' || (type === 'array' && (items as JsonSchema).type === 'object')
    return hasMembers ? `${name} ${describeMember((type === 'array' ? items : member) as JsonSchema)}` : name
  })
  return `{ ${names.join(', ')} }`
}
