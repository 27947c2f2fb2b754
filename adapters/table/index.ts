/**
 * Results as JSON, CSV and Parquet.
 *
 * @packageDocumentation
 */
export { openResultWriter, RESULT_FORMATS, type ResultFormat, type ResultWriter } from './open-result-writer.ts'
export { itemTables, pageTable, retrievalTables, type Table } from './table.ts'
