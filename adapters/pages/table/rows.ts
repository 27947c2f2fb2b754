import { rowsOf, type AnyRecord } from '../../../core/index.ts'
import { readCell, type Cell, type Column } from './column.ts'

/** A result as the command line and the service print it, parsed. */
type Result = Readonly<Record<string, unknown>>

/** How results become rows. */
export interface Table {
  /** Order: members of the result, of the record, of its rows. A later version adds columns at the end. */
  readonly columns: readonly Column[]
  /** Member of a result that has its record. */
  readonly record: string
  /** The definition of the record of a result. Absent: null, such a result has none. */
  readonly definitionOf: (result: Result) => AnyRecord | null
}

/** The rows of a result. `json`: the result. */
export function parseRows(table: Table, json: string): Cell[][] {
  return toRows(table, JSON.parse(json) as Result)
}

/** The rows of a result: one for each row of its record, else one. */
function toRows({ columns, record, definitionOf }: Table, result: Result): Cell[][] {
  const { list, items } = splitRecord(definitionOf(result), result[record])
  return items.map((item, index) => {
    const subjects = { result, list, item }
    return columns.map((column) => (index > 0 && isOfFirstRow(column) ? null : readCell(column, subjects[column.of])))
  })
}

/** Whether only the first row has the value: a list or map of the whole record is larger than all else of a row. */
function isOfFirstRow({ of, type }: Column): boolean {
  return of !== 'item' && type === 'json'
}

/** `list`: the record under its name. Absent: null, it has no rows. `items`: what the rows of the table are about. */
function splitRecord(
  definition: AnyRecord | null,
  record: unknown,
): { readonly list: object | null; readonly items: readonly unknown[] } {
  const rows = definition !== null && typeof record === 'object' && record !== null ? rowsOf(definition, record) : null
  if (definition === null || rows === null) return { list: null, items: [record] }
  return { list: { [definition.name]: record }, items: rows.length === 0 ? [null] : rows }
}
