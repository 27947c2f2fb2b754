import { toJsonSchema, type JsonSchema } from '@valibot/to-json-schema'
import { cardSchema, productSchema, searchSchema } from '../../core/index.ts'

const schemas = { product: productSchema, search: searchSchema, card: cardSchema } as const

/** What has a schema: the record of a product page, that of a search page, one of its cards. */
export type SchemaName = keyof typeof schemas
export const schemaNames = Object.keys(schemas) as SchemaName[]

/** A record as JSON Schema, with the meaning of each field. */
export function jsonSchema(name: SchemaName): JsonSchema {
  return { title: name, ...toJsonSchema(schemas[name]) }
}
