import type { JsonSchema } from '@valibot/to-json-schema'
import { endpointOf } from '../../../core/contract/index.ts'
import { records } from '../../../core/index.ts'
import { refTo } from './conversion.ts'
import { nameOf } from './items.ts'

/** A batch whose results have the record of its endpoint, and the batches and results that there are, by their names. `nameOfPart`: of a record with some of its fields. */
export function resultsByEndpoint(
  { properties = {}, ...batch }: JsonSchema,
  result: JsonSchema,
  nameOfPart: (schemaName: string) => string,
): Readonly<Record<string, JsonSchema>> {
  const forms = records.flatMap(({ name, schemaName }) => {
    const data = { ...(result.properties?.['data'] as JsonSchema) }
    data.anyOf = [schemaName, nameOfPart(schemaName)].map((one) => ({ $ref: refTo(one) }))
    const own = byStatus({ ...result, properties: { ...result.properties, data } })
    const results = {
      ...(properties['results'] as JsonSchema),
      items: { $ref: refTo(nameOf(name, 'batch', 'result')) },
    }
    const endpoint: JsonSchema = { type: 'string', const: endpointOf(name) }
    return [
      [nameOf(name, 'batch', 'result'), own],
      [nameOf(name, 'batch', ''), { ...batch, properties: { ...properties, endpoint, results } }],
    ] as const
  })
  const all = records.map(({ name }) => ({ $ref: refTo(nameOf(name, 'batch', '')) }))
  return { ...Object.fromEntries(forms), Batch: { oneOf: all } }
}

/** A result with its record, or with its error: `status` tells them apart. */
export function byStatus({ properties = {}, ...result }: JsonSchema): JsonSchema {
  const none: JsonSchema = { type: 'null' }
  const form = (status: string, own: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
    ...result,
    properties: { ...properties, status: { type: 'string', const: status }, ...own },
  })
  const { data, error } = properties
  return {
    oneOf: [
      form('ok', { data: withoutNull(data), error: none }),
      form('error', { data: none, error: withoutNull(error) }),
    ],
  }
}

/** The other form of a value that can be null. */
function withoutNull(schema: JsonSchema['additionalProperties']): JsonSchema {
  const { anyOf, ...rest } = typeof schema === 'object' ? schema : {}
  return { ...rest, anyOf: (anyOf ?? []).filter((form) => typeof form === 'object' && form.type !== 'null') }
}
