import * as v from 'valibot'
import { records, rowsOf } from '../../core/index.ts'
import type { PageDomain } from '../../selectors/index.ts'
import { readProductArgument } from '../product-argument.ts'
import { domain, fieldsOf, format, language, limit, optionalQueryOf, place, queryOf } from './arguments.ts'
import type { Backend } from './backend.ts'
import { cutRecord, describeRecord, describeRow, requireFields } from './cut-record.ts'
import { printMarkdown } from '../pages/table/markdown.ts'
import { ownArguments } from './own-arguments.ts'
import { defineTool, type Tool } from './tool.ts'
import { ToolError } from './tool-error.ts'

export const record = v.pipe(v.record(v.string(), v.unknown()), v.description('The fields that were asked for.'))

type Definition = (typeof records)[number]
type Retrieve = Pick<Backend, 'retrieve'>

/** A tool for each record of a marketplace. */
export function marketTools(backend: Retrieve): readonly Tool[] {
  return records.map((definition) => recordTool(definition, backend))
}

/** What the input of such a tool parses. The rest are parameters of the record, and what names it. */
interface RecordArguments extends Readonly<Record<string, unknown>> {
  readonly domain?: PageDomain
  readonly limit?: number
  readonly fields: readonly string[]
  readonly format: 'fields' | 'markdown'
}

/** The tool that retrieves a record, made from its definition. */
export function recordTool(definition: Definition, backend: Retrieve): Tool {
  const { texts, rows } = definition
  const { title, description, query } = texts.tool
  const input: v.ObjectEntries = {
    [query.name]: v.is(definition.params.query, undefined) ? optionalQueryOf(definition) : queryOf(definition),
    domain,
    language,
    ...place,
    ...ownArguments(definition),
    ...(rows === null ? {} : { limit }),
    fields: fieldsOf(definition),
    format,
  }
  const output: v.ObjectEntries = rows === null ? { record } : { found: v.number(), records: v.array(record) }
  return defineTool({
    name: toSnakeCase(texts.operation.id),
    title,
    description,
    input: v.object(input),
    output: v.object({ domain: v.string(), ...output }),
    writes: false,
    isRemote: true,
    argumentOf: (param) => (param === 'query' ? query.name : param),
    run: async (values, signal) => {
      const { [query.name]: text, domain: given, limit, fields, format, ...own } = values as RecordArguments
      requireFields([definition], fields)
      const named = typeof text === 'string' ? nameRecord(definition, text, given) : { query: undefined, domain: given }
      const { query: words, domain = DEFAULT_DOMAIN } = named
      const data = await backend.retrieve(definition.name, { ...own, query: words, domain }, { signal })
      const summary = format === 'markdown' ? printMarkdown(definition, data) : null
      const found = rowsOf(definition, data)
      if (found === null) {
        const cut = cutRecord(data, fields)
        return { text: summary ?? describeRecord(cut), data: { domain, record: cut } }
      }
      const records = found.slice(0, limit).map((row) => cutRecord(row, fields))
      const lines = records.length === 0 ? 'No results.' : records.map(describeRow).join('\n')
      return { text: summary ?? lines, data: { domain, found: found.length, records } }
    },
  })
}

/** `getProduct` to `get_product`. */
function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Marketplace of what names none. */
const DEFAULT_DOMAIN = 'com'

interface NamedRecord {
  readonly query: string
  /** Absent: undefined, that of the interface. */
  readonly domain: PageDomain | undefined
}

/**
 * What an argument names. Throws: `invalid_params`, where a product is meant, for a URL of something else, or of
 * another marketplace than was given.
 */
export function nameRecord(
  { isOfProduct, lookup }: Pick<Definition, 'isOfProduct' | 'lookup'>,
  text: string,
  given: PageDomain | undefined,
): NamedRecord {
  if (!isOfProduct) return { query: text, domain: given }
  const named = readProductArgument(text.trim(), given, lookup !== undefined)
  if (typeof named === 'string') throw new ToolError('invalid_params', `${named}. Give an ASIN, or the URL alone.`)
  return { query: named.query, domain: named.domain ?? DEFAULT_DOMAIN }
}
