import { toJsonSchema, type JsonSchema } from '@valibot/to-json-schema'
import { contract } from '../../contract.ts'
import type { ParameterObject } from './document.ts'
import { conversion } from './schemas.ts'

/** Query parameters, from the schema that parses them. */
function toParameters(
  schema: typeof contract.schemas.product | typeof contract.schemas.search,
  examples: Readonly<Record<string, string>>,
): readonly ParameterObject[] {
  const { properties = {}, required = [] } = toJsonSchema(schema, conversion)
  return Object.entries(properties).map(([name, property]) =>
    toParameter(name, required.includes(name), property as JsonSchema, examples[name]),
  )
}

function toParameter(
  name: string,
  required: boolean,
  { description = '', ...schema }: JsonSchema,
  example: string | undefined,
): ParameterObject {
  return { name, in: 'query', required, description, schema, ...(example === undefined ? {} : { example }) }
}

export const productParameters = toParameters(contract.schemas.product, { query: 'B0SHLFX301', language: 'en_US' })
export const searchParameters = toParameters(contract.schemas.search, { query: 'electric kettle' })
