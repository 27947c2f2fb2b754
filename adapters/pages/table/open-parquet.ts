import { loadWithPackages } from '../../load-packages.ts'
import { openPart } from '../../own-file.ts'
import type { ResultWriter } from './result-format.ts'
import { parseRows, type Table } from './rows.ts'

/** Opens a Parquet file, which has its name when it is complete. Rejects: as `ResultFormat.open`. */
export async function openParquet(table: Table, out: string): Promise<ResultWriter> {
  const { ParquetFile } = await loadWithPackages('Parquet', () => import('./parquet-file.ts'))
  const part = openPart(out)
  const file = new ParquetFile(part.path, table.columns)
  return {
    write: async (json) => parseRows(table, json).forEach((cells) => file.write(cells)),
    end: async () => {
      file.end()
      part.end()
    },
  }
}
