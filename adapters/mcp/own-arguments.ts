import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import type { AnyRecord } from '../../core/index.ts'
import { described } from '../../core/contract/index.ts'

/** Parameters that only say at which page to start: a model asks for more pages, or for more results. */
const PAGE_NUMBERS: ReadonlySet<string> = new Set(['page', 'start_page'])

/**
 * The parameters of a record besides those that all share, as arguments of its tool. A model gives values of their
 * types, not texts as in a query string; the other rules are those of the interface, which checks them.
 */
export function ownArguments({ params, texts }: Pick<AnyRecord, 'params' | 'texts'>): v.ObjectEntries {
  const { query: _, ...own } = params
  const meanings = texts.tool.params
  const entries = Object.entries(own as Readonly<Record<string, v.GenericSchema>>).flatMap(([name, schema]) => {
    if (meanings === undefined ? PAGE_NUMBERS.has(name) : !Object.hasOwn(meanings, name)) return []
    return [[name, toArgument(schema, meanings?.[name])] as const]
  })
  return Object.fromEntries(entries)
}

/** `meaning`: null, none. Default: the description of the schema. */
function toArgument(schema: v.GenericSchema, meaning: string | null | undefined): v.GenericSchema {
  const { default: usual, description, ...values } = toJsonSchema(schema, { typeMode: 'output', errorMode: 'ignore' })
  const type = typeOf(values)
  const isRequired = schema.type !== 'optional'
  const argument = isRequired ? type : v.optional(type, usual ?? undefined)
  const text = meaning === undefined ? description : meaning
  return typeof text === 'string' ? described(argument, text) : argument
}

/** A schema of the same values, which converts nothing. */
function typeOf({ type, enum: options, minimum, maximum }: ReturnType<typeof toJsonSchema>): v.GenericSchema {
  if (type === 'array') return v.array(v.string())
  if (options !== undefined) return v.picklist(options.filter((option) => typeof option === 'string'))
  if (type === 'boolean') return v.boolean()
  if (type !== 'integer' && type !== 'number') return v.string()
  const number = v.pipe(v.number(), v.minValue(minimum ?? -Infinity), v.maxValue(maximum ?? Infinity))
  return type === 'integer' ? v.pipe(number, v.integer()) : number
}
