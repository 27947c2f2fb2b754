import { toJsonSchema, type JsonSchema } from '@valibot/to-json-schema'
import { ROADMAP_PARAMS } from '../../../core/contract/index.ts'
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

/** Their defaults are left out: pages such as `/docs` fill them in, and a server without a browser refuses any value. */
const NEEDS_BROWSER: ReadonlySet<string> = new Set(ROADMAP_PARAMS)

function toParameter(
  name: string,
  required: boolean,
  { description = '', default: otherwise, ...described }: JsonSchema,
  example: string | undefined,
): ParameterObject {
  const hasDefault = otherwise !== undefined && !NEEDS_BROWSER.has(name)
  const schema = hasDefault ? { ...described, default: otherwise } : described
  return { name, in: 'query', required, description, schema, ...(example === undefined ? {} : { example }) }
}

export const productParameters = toParameters(contract.schemas.product, { query: 'B0SHLFX301', language: 'en_US' })
export const searchParameters = toParameters(contract.schemas.search, { query: 'electric kettle' })
