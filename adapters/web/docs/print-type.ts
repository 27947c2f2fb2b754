import type { JsonSchema } from '@valibot/to-json-schema'

const REFERENCE = '#/components/schemas/'

/** Name of the schema that a schema refers to. Absent: null, it is not a reference. */
export function nameOf({ $ref }: JsonSchema): string | null {
  return $ref?.startsWith(REFERENCE) === true ? $ref.slice(REFERENCE.length) : null
}

/** The type of a schema, in few words: `string or null`, `array of Card`. */
export function printType(schema: JsonSchema): string {
  const name = nameOf(schema)
  if (name !== null) return name
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return [...new Set(choices.map((choice) => printType(choice as JsonSchema)))].join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.type === 'array') return `array of ${itemsOf(schema).map(printType).join(' or ') || 'values'}`
  return typeof schema.type === 'string' ? schema.type : (schema.type?.join(' or ') ?? 'any')
}

/** Schemas of the elements of an array. */
export function itemsOf({ items }: JsonSchema): JsonSchema[] {
  return typeof items === 'object' ? ([items].flat() as JsonSchema[]) : []
}
