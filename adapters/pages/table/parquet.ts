import type { ResultFormat } from './result-format.ts'

/** Apache Parquet, for tools that read columns. */
export const parquet: ResultFormat = {
  name: 'parquet',
  title: 'Parquet',
  needsFile: true,
  isTable: true,
  open: async (table, out) => {
    if (out === undefined) throw new TypeError('Parquet is written to a file.')
    // Loaded here, because help texts list the formats: it loads all records.
    const { openParquet } = await import('./open-parquet.ts')
    return await openParquet(table, out)
  },
}
