import { toJsonSchema, type JsonSchema } from '@valibot/to-json-schema'
import { endpointOf, REFERENCE, referenceSchema, WITHOUT_MEANING } from '../../../core/contract/index.ts'
import { records, type RecordName } from '../../../core/index.ts'
import { conversion, refTo } from './conversion.ts'
import type { ParameterObject } from './document.ts'
import { recordParameters } from './parameters.ts'

/** What has items. */
type Owner = 'batch' | 'watch'

const OWNERS: readonly Owner[] = ['batch', 'watch']

/** Schemas of the items of each endpoint, by their names. */
export const itemSchemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  OWNERS.flatMap((owner) => records.map(({ name }) => [nameOf(name, owner, 'item'), itemSchema(name, owner)] as const)),
)

/** A body whose items have the parameters of its endpoint, and the bodies that it can be, by their names. */
export function byEndpoint(
  { properties = {}, ...body }: JsonSchema,
  owner: Owner,
): Readonly<Record<string, JsonSchema>> {
  const forms = records.map(({ name }) => {
    const items = { ...(properties['items'] as JsonSchema), items: { $ref: refTo(nameOf(name, owner, 'item')) } }
    const endpoint: JsonSchema = { type: 'string', const: endpointOf(name) }
    return [nameOf(name, owner, 'request'), { ...body, properties: { ...properties, endpoint, items } }] as const
  })
  const all = forms.map(([name]) => ({ $ref: refTo(name) }))
  return { [nameOf('', owner, 'request')]: { oneOf: all }, ...Object.fromEntries(forms) }
}

/** A body whose items are those of any endpoint. */
export function ofAnyEndpoint({ properties = {}, ...body }: JsonSchema, owner: Owner): JsonSchema {
  const forms = records.map(({ name }) => ({ $ref: refTo(nameOf(name, owner, 'item')) }))
  return {
    ...body,
    properties: { ...properties, items: { ...(properties['items'] as JsonSchema), items: { anyOf: forms } } },
  }
}

/** `BestSellersBatchItem`, `BestSellersWatchRequest`, `BestSellersBatch`. */
export function nameOf(record: RecordName | '', owner: Owner, part: 'item' | 'request' | 'result' | ''): string {
  const words = [...record.split('_'), owner, part]
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/** The parameters of a record, and the customer's own text. It is closed, so that a misspelled name does not compile. */
function itemSchema(name: RecordName, owner: Owner): JsonSchema {
  const known = recordParameters(name).filter((one) => owner === 'batch' || !WITHOUT_MEANING.includes(one.name))
  const properties = known.map(({ name: key, ...parameter }) => [key, toProperty(parameter)] as const)
  const reference: JsonSchema = {
    description: 'A text of your own. It comes back with the result, and in events.',
    ...toJsonSchema(referenceSchema, conversion),
  }
  delete reference.$schema
  return {
    type: 'object',
    properties: Object.fromEntries([...properties, [REFERENCE, reference]]),
    required: known.flatMap(({ name: key, required }) => (required ? [key] : [])),
    additionalProperties: false,
  }
}

/** Generators of clients take a property with a default for one that is always there, so that the text has it. */
function toProperty({ description, schema }: Pick<ParameterObject, 'description' | 'schema'>): JsonSchema {
  const { default: otherwise, ...rest } = schema
  return {
    description: otherwise === undefined ? description : `${description} Default: \`${JSON.stringify(otherwise)}\`.`,
    ...rest,
  }
}
