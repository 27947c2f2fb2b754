import { toJsonSchema, type JsonSchema } from '@valibot/to-json-schema'
import { productSchema } from '../../core/index.ts'

/** The product record as JSON Schema, with the meaning of each field. */
export function productJsonSchema(): JsonSchema {
  return { title: 'Product', ...toJsonSchema(productSchema) }
}
