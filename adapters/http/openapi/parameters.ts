import { toJsonSchema, type JsonSchema } from '@valibot/to-json-schema'
import { ROADMAP_PARAMS } from '../../../core/contract/index.ts'
import { requireRecord, type RecordName } from '../../../core/index.ts'
import { contract } from '../../contract.ts'
import type { ParameterObject } from './document.ts'
import { conversion } from './schemas.ts'

/** Query parameters of a record, from the schema that parses them. */
export function recordParameters(record: RecordName): readonly ParameterObject[] {
  const { exampleParams: examples, repeatable = [] } = requireRecord(record)
  const { properties = {}, required = [] } = toJsonSchema(contract.schemas[record], conversion)
  return Object.entries(properties).map(([name, property]) =>
    toParameter(name, required.includes(name), property as JsonSchema, examples[name], repeatable.includes(name)),
  )
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
