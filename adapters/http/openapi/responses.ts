import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import type { ExampleObject, ResponseObject } from './document.ts'
import { optionalHeaders, refToHeaders, type HeaderName, type RareHeaderName } from './headers.ts'
import { conversion } from './conversion.ts'
import { schemaRef } from './schemas.ts'

export interface SuccessOptions {
  readonly description: string
  /** Name of a schema that the document shares, or a schema that only this answer has. */
  readonly schema: string | GenericSchema
  readonly headers: readonly HeaderName[]
  /** Headers that only some of these answers have. Default: none. */
  readonly rareHeaders?: readonly RareHeaderName[]
  readonly examples: Readonly<Record<string, ExampleObject>>
  /** The same answer in other formats, by media type. Default: there are none. */
  readonly formats?: Readonly<Partial<Record<'text/csv' | 'text/markdown', Readonly<Record<string, ExampleObject>>>>>
  /** The same answer as lines of JSON, for a client that asks for them. Default: there are none. */
  readonly lines?: { readonly schema: string; readonly examples: Readonly<Record<string, ExampleObject>> }
  /** First line of the CSV, where a client can ask for CSV and Parquet. Default: it can't. */
  readonly tableHead?: string
}

/** Media types of tables. */
export const TABLE_TYPES = { csv: 'text/csv', parquet: 'application/vnd.apache.parquet' } as const

const toTables = (head: string) =>
  ({
    [TABLE_TYPES.csv]: {
      schema: { type: 'string' },
      examples: { table: { summary: 'The first line', value: head } },
    },
    [TABLE_TYPES.parquet]: {
      schema: { type: 'string', format: 'binary' },
      examples: { table: { summary: 'The begin of a file', value: 'PAR1' } },
    },
  }) as const

/** Description of an answer without a body, to a client that has the answer already. */
export function notModified({
  description,
  headers,
  rareHeaders,
}: Required<Pick<SuccessOptions, 'description' | 'headers' | 'rareHeaders'>>): Readonly<
  Record<string, ResponseObject>
> {
  return { 304: { description, headers: { ...refToHeaders(headers), ...optionalHeaders(rareHeaders) } } }
}

/** Description of an answer that is not an error, by its status. */
export function success(
  status: 200 | 201 | 202,
  { description, schema, headers, rareHeaders = [], examples, lines, formats = {}, tableHead }: SuccessOptions,
): Readonly<Record<string, ResponseObject>> {
  const described = typeof schema === 'string' ? schemaRef(schema) : toJsonSchema(schema, conversion)
  const texts = Object.entries(formats).map(([type, shown]) => [type, { schema: { type: 'string' }, examples: shown }])
  const content = {
    'application/json': { schema: described, examples },
    ...(lines === undefined
      ? {}
      : { 'application/x-ndjson': { schema: schemaRef(lines.schema), examples: lines.examples } }),
    ...(Object.fromEntries(texts) as Pick<NonNullable<ResponseObject['content']>, 'text/csv' | 'text/markdown'>),
    ...(tableHead === undefined ? {} : toTables(tableHead)),
  }
  return { [status]: { description, headers: { ...refToHeaders(headers), ...optionalHeaders(rareHeaders) }, content } }
}
