import { readCell, type Cell, type Column } from './column.ts'

/** How results become rows. */
export interface Table {
  /** Order: members of the result, of the record, of the search. A later version adds columns at the end. */
  readonly columns: readonly Column[]
  /** Member of a result that has its record. */
  readonly record: string
}

/** The rows of a result. `json`: the result. */
export function parseRows(table: Table, json: string): Cell[][] {
  return toRows(table, JSON.parse(json) as Readonly<Record<string, unknown>>)
}

/** The rows of a result: one for each card of a search, else one. */
function toRows({ columns, record: member }: Table, result: Readonly<Record<string, unknown>>): Cell[][] {
  const record = result[member]
  const cards = cardsOf(record)
  const items: readonly unknown[] = cards === null ? [record] : cards.length === 0 ? [null] : cards
  return items.map((item) => {
    const subjects = { result, search: cards === null ? null : record, record: item }
    return columns.map((column) => readCell(column, subjects[column.of]))
  })
}

/** Absent: null, the record is not the response of a search. */
function cardsOf(record: unknown): readonly unknown[] | null {
  if (typeof record !== 'object' || record === null || !('products' in record)) return null
  return Array.isArray(record.products) ? record.products : null
}
