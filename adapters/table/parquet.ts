import { renameSync } from 'node:fs'
import { loadWithPackages } from '../load-packages.ts'
import type { ResultFormat, ResultWriter } from './result-format.ts'
import { parseRows, type Table } from './rows.ts'
import { partOf } from './text-output.ts'

/** Apache Parquet, for tools that read columns. */
export const parquet: ResultFormat = {
  name: 'parquet',
  title: 'Parquet',
  needsFile: true,
  isTable: true,
  open: async (table, out) => {
    if (out === undefined) throw new TypeError('Parquet is written to a file.')
    return await openFile(table, out)
  },
}

async function openFile(table: Table, out: string): Promise<ResultWriter> {
  const { ParquetFile } = await loadWithPackages('Parquet', ['hyparquet-writer'], () => import('./parquet-file.ts'))
  const part = partOf(out)
  const file = new ParquetFile(part, table.columns)
  return {
    write: async (json) => parseRows(table, json).forEach((cells) => file.write(cells)),
    end: async () => {
      file.end()
      renameSync(part, out)
    },
  }
}
