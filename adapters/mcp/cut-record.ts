import type { AnyRecord } from '../../core/index.ts'
import { ToolError } from './tool-error.ts'

type Values = Readonly<Record<string, unknown>>
type Fields = Pick<AnyRecord, 'schema' | 'rows'>

/** Asks for all fields. */
const ALL = 'all'

/** Fields that a record always has, or its rows, if it is a list. */
export function fieldNames({ schema, rows }: Fields): readonly string[] {
  const { entries = {} } = rows?.schema ?? schema
  return Object.keys(entries).filter((name) => entries[name]?.type !== 'optional')
}

/** Throws: `invalid_params`, for a field that none of the records has. */
export function requireFields(definitions: readonly Fields[], fields: readonly string[]): void {
  const known = new Set(definitions.flatMap(fieldNames))
  const unknown = [...new Set(fields)].filter((name) => name !== ALL && !known.has(name))
  if (unknown.length === 0) return
  const names = [...known].join(', ')
  throw new ToolError('invalid_params', `Unknown fields: ${unknown.join(', ')}. Fields: ${names}, or ${ALL}.`)
}

/** A record with the fields that were asked for, so that a model reads no more than it needs. */
export function cutRecord(record: object, fields: readonly string[]): Values {
  const values = record as Values
  return fields.includes(ALL) ? values : Object.fromEntries(fields.map((name) => [name, values[name] ?? null]))
}

/** A record as short text: a line for each field that has a value. */
export function describeRecord(record: Values): string {
  const lines = Object.entries(record)
    .filter(([, value]) => !isEmpty(value))
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return lines.join('\n')
}

/** A record on one line: its values, without the names of texts. */
export function describeRow(record: Values): string {
  return Object.entries(record)
    .filter(([, value]) => !isEmpty(value) && value !== false)
    .map(([name, value]) => (typeof value === 'string' ? value : `${name} ${JSON.stringify(value)}`))
    .join(' | ')
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
}
