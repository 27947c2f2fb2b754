import { endpointOf } from '../../../core/contract/index.ts'
import { requireRecord, type RecordName } from '../../../core/index.ts'
import type { Column } from './column.ts'
import { printCsv } from './csv.ts'
import { printMarkdown } from './markdown.ts'
import { parseRows } from './rows.ts'
import { recordTables } from './tables.ts'

/** A record in a format for people, spreadsheets and language models. */
export const RECORD_FORMATS = {
  csv: { type: 'text/csv', print: printRecordAsCsv },
  markdown: {
    type: 'text/markdown',
    print: (name: RecordName, json: string) => printMarkdown(requireRecord(name), JSON.parse(json) as object),
  },
} as const

export type RecordFormat = keyof typeof RECORD_FORMATS

/** One row, or one for each row of the record; the columns of the fields that were asked for. `fields`: null, all. */
function printRecordAsCsv(name: RecordName, json: string, fields: readonly string[] | null): string {
  const table = recordTables[endpointOf(name)]
  const rowsField = requireRecord(name).rows?.field
  // A column of a list begins with the name of the record.
  const fieldOf = ({ of, path }: Column): string | undefined => (of === 'list' ? path[1] : (rowsField ?? path[0]))
  const columns = table.columns.filter((column) => fields === null || fields.includes(fieldOf(column) ?? ''))
  return printCsv(columns, parseRows({ ...table, columns }, `{"record":${json}}`))
}
