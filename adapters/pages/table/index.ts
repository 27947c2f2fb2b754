/**
 * Results as JSON, CSV and Parquet.
 *
 * @packageDocumentation
 */
export { column, type CellType, type Column } from './column.ts'
export { csv, json, jsonLines, parquet, RESULT_FORMATS } from './formats.ts'
export { loadParquet, toCsvText, toParquetFile } from './in-memory.ts'
export type { ResultFormat, ResultWriter } from './result-format.ts'
export type { Table } from './rows.ts'
export { itemTables, pageTable, pageTableOf, retrievalTables, withInputs } from './tables.ts'
