import type { ConversionConfig, JsonSchema } from '@valibot/to-json-schema'

/** Reference to a named schema of the document. */
export const refTo = (name: string): string => `#/components/schemas/${name}`

/**
 * Describes the value after parsing: trimmed, upper-cased, of its type. Objects are closed, so that a
 * test notices a member without a description. Constants have a type.
 */
export const conversion: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'output',
  ignoreActions: ['trim', 'to_upper_case', 'check'],
  overrideSchema: ({ valibotSchema, jsonSchema }) => {
    if (valibotSchema.type === 'unknown') return { $ref: refTo('Json') }
    if (isAny(jsonSchema.additionalProperties)) return { ...jsonSchema, additionalProperties: true }
    if (valibotSchema.type === 'object') return { ...jsonSchema, additionalProperties: false }
    if (valibotSchema.type === 'literal') return { type: typeOf(jsonSchema.const), ...jsonSchema }
    return jsonSchema
  },
}

/** Generators of clients take a map of anything as `true`, not as a reference. */
function isAny(schema: JsonSchema['additionalProperties']): boolean {
  return typeof schema === 'object' && schema.$ref === refTo('Json')
}

function typeOf(constant: unknown): 'integer' | 'boolean' | 'string' {
  if (typeof constant === 'number') return 'integer'
  return typeof constant === 'boolean' ? 'boolean' : 'string'
}
