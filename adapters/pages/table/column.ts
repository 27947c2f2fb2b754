/** Type of the cells of a column. `json`: text with JSON, for lists and maps. */
export type CellType = 'text' | 'number' | 'integer' | 'boolean' | 'json'

/** A value of a table. Absent: null. */
export type Cell = string | number | boolean | null

/**
 * What a column reads:
 *
 * - `result`: the result itself
 * - `list`: the record that the row is part of, under the name of the record: `search.page`
 * - `item`: what the row is about, which is a record without rows, or a row of a record
 */
export type ColumnSubject = 'result' | 'list' | 'item'

export interface Column {
  /** The names of the members on the way to the value, separated by dots: `featured_merchant.name`. */
  readonly name: string
  readonly type: CellType
  readonly of: ColumnSubject
  /** Names of the members on the way to the value. */
  readonly path: readonly string[]
}

/** One column. */
export function column(name: string, type: CellType, of: ColumnSubject = 'result'): Column {
  return { name, type, of, path: name.split('.') }
}

/** The value of a column in its subject. */
export function readCell({ path, type }: Column, subject: unknown): Cell {
  let value = subject
  for (const member of path) value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[member]
  if (value === undefined || value === null) return null
  if (type === 'text') return typeof value === 'string' ? value : JSON.stringify(value)
  if (type === 'boolean') return typeof value === 'boolean' ? value : null
  if (type === 'json') return JSON.stringify(value)
  return typeof value === 'number' && (type === 'number' || Number.isSafeInteger(value)) ? value : null
}
