import type { Cell, Column } from './column.ts'
import type { ResultFormat } from './result-format.ts'

const END_OF_LINE = '\r\n'
/** A semicolon ends a cell in the locales of many spreadsheets. */
const NEEDS_QUOTES = /[";,\r\n]/
/** What spreadsheets take for the start of a formula, the wide forms of East Asian ones too. Source: OWASP, "CSV injection". */
const FORMULA = /^(?:[\s;,]*[=+\-@＝＋－＠]|[\t\r])/
/** What controls a terminal. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g

/** Comma-separated values. Source: RFC 4180. */
export const csv: ResultFormat = {
  name: 'csv',
  title: 'CSV',
  needsFile: false,
  isTable: true,
  open: async (table, out) => {
    // Loaded here, because help texts list the formats: rows load all records.
    const [{ parseRows }, { openTextOutput }] = await Promise.all([import('./rows.ts'), import('./text-output.ts')])
    const output = openTextOutput(out)
    await output.write(csvHead(table.columns))
    return { ...output, write: (json) => output.write(parseRows(table, json).map(csvRow).join('')) }
  },
}

/** A whole table as a text. `rows`: parsed. */
export function printCsv(columns: readonly Column[], rows: readonly (readonly Cell[])[]): string {
  return csvHead(columns) + rows.map(csvRow).join('')
}

/** The first row: the names of the columns. */
export function csvHead(columns: readonly Column[]): string {
  return columns.map(({ name }) => quote(name)).join(',') + END_OF_LINE
}

/**
 * A row as RFC 4180 writes it. A null is an empty cell, an empty text is `""`.
 *
 * A text that a spreadsheet would run as a formula gets an apostrophe before it, and characters that control a terminal
 * are left out: pages decide what titles say.
 */
export function csvRow(cells: readonly Cell[]): string {
  return cells.map(toCsvCell).join(',') + END_OF_LINE
}

function toCsvCell(cell: Cell): string {
  if (cell === null) return ''
  if (cell === '') return '""'
  if (typeof cell !== 'string') return String(cell)
  const text = cell.replaceAll(CONTROLS, '')
  return quote(FORMULA.test(text) ? `'${text}` : text)
}

function quote(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
