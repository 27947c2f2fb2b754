import { toJsonSchema, type JsonSchema } from '@valibot/to-json-schema'
import { ROADMAP_PARAMS } from '../../../core/contract/index.ts'
import { requireRecord, type RecordName } from '../../../core/index.ts'
import { contract } from '../../contract.ts'
import { conversion } from './conversion.ts'
import type { ParameterObject } from './document.ts'

/** Query parameters of a record, from the schema that parses them. */
export function recordParameters(record: RecordName): readonly ParameterObject[] {
  const { exampleParams: examples, repeatable = [], readAddress } = requireRecord(record)
  const { properties = {}, required = [] } = toJsonSchema(contract.schemas[record], conversion)
  return Object.entries(properties).map(([name, property]) => {
    const takesAddress = name === 'query' && readAddress !== undefined
    const schema = takesAddress ? orAddress(property as JsonSchema) : (property as JsonSchema)
    return toParameter(name, required.includes(name), schema, examples[name], repeatable.includes(name))
  })
}

/** A name, or the address of a page that means it. */
function orAddress({ description, ...name }: JsonSchema): JsonSchema {
  const address: JsonSchema = { type: 'string', format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' }
  return { ...(description === undefined ? {} : { description }), anyOf: [name, address] }
}

/** Their defaults are left out: pages such as `/docs` fill them in, and a server without a browser refuses any value. */
const NEEDS_BROWSER: ReadonlySet<string> = new Set(ROADMAP_PARAMS)

function toParameter(
  name: string,
  required: boolean,
  { description = '', default: otherwise, ...described }: JsonSchema,
  example: string | undefined,
  isRepeatable: boolean,
): ParameterObject {
  const hasDefault = otherwise !== undefined && !NEEDS_BROWSER.has(name)
  const schema = hasDefault ? { ...described, default: otherwise } : described
  const list = schema.type === 'array' ? ({ style: 'form', explode: isRepeatable } as const) : {}
  return { name, in: 'query', required, description, schema, ...list, ...(example === undefined ? {} : { example }) }
}
