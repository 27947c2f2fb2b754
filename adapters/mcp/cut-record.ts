import { ToolError } from './tool-error.ts'

type Values = Readonly<Record<string, unknown>>

/** Asks for all fields. */
const ALL = 'all'

/** A record with the fields that were asked for, so that a model reads no more than it needs. Throws: `invalid_params`. */
export function cutRecord(record: object, fields: readonly string[]): Values {
  const values = record as Values
  if (fields.includes(ALL)) return values
  const unknown = fields.filter((name) => !Object.hasOwn(values, name))
  if (unknown.length > 0) {
    const known = Object.keys(values).join(', ')
    throw new ToolError('invalid_params', `Unknown fields: ${unknown.join(', ')}. Fields: ${known}, or ${ALL}.`)
  }
  return Object.fromEntries(fields.map((name) => [name, values[name]]))
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
