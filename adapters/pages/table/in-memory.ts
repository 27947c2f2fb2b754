import { loadWithPackages } from '../../load-packages.ts'
import { readCell, type Column } from './column.ts'
import { csvHead, csvRow } from './csv.ts'

type Row = Readonly<Record<string, unknown>>

/** Rows as CSV, with a head. Each column reads a member of a row. */
export function toCsvText(columns: readonly Column[], rows: readonly Row[]): string {
  return csvHead(columns) + rows.map((row) => csvRow(columns.map((column) => readCell(column, row)))).join('')
}

/** Loads what writes Parquet. Rejects: with a `MissingPackageError`. */
export const loadParquet = () => loadWithPackages('Parquet', () => import('./parquet-file.ts'))

/** Rows as a Parquet file. Rejects: with a `MissingPackageError`. */
export async function toParquetFile(columns: readonly Column[], rows: readonly Row[]): Promise<Uint8Array> {
  const { toParquetBytes } = await loadParquet()
  const cells = rows.map((row) => columns.map((column) => readCell(column, row)))
  return toParquetBytes(columns, cells)
}
