import { parseRows } from './rows.ts'
import type { ResultFormat } from './result-format.ts'

/** Cells separated by tabs. */
export const tabSeparated: ResultFormat = {
  name: 'tsv',
  title: 'TSV',
  needsFile: false,
  isTable: true,
  open: async (table, out) => {
    const { openTextOutput } = await import('./text-output.ts')
    const output = openTextOutput(out)
    const toLine = (cells: readonly unknown[]): string => `${cells.map((cell) => String(cell ?? '')).join('\t')}\n`
    await output.write(toLine(table.columns.map(({ name }) => name)))
    return { ...output, write: (json) => output.write(parseRows(table, json).map(toLine).join('')) }
  },
}
