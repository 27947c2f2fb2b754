/**
 * Results as JSON, CSV and Parquet.
 *
 * @packageDocumentation
 */
export { column } from './column.ts'
export { csv, json, jsonLines, parquet, RESULT_FORMATS } from './formats.ts'
export type { ResultFormat, ResultWriter } from './result-format.ts'
export type { Table } from './rows.ts'
export { itemTables, pageTable, pageTableOf, retrievalTables, withInputs } from './tables.ts'
