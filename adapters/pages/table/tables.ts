import { endpointOf, itemResultSchema, type BatchEndpoint } from '../../../core/contract/index.ts'
import { findRecordOf, records, type AnyRecord, type RecordName } from '../../../core/index.ts'
import * as v from 'valibot'
import { column, type Column } from './column.ts'
import { columnsOf } from './columns-of.ts'
import type { Table } from './rows.ts'

/** Columns of a record. Of one with rows: its other fields, under its name, and the fields of a row. */
export function columnsOfRecord({ name, schema, rows }: Pick<AnyRecord, 'name' | 'schema' | 'rows'>): Column[] {
  if (rows === null) return columnsOf(schema, 'item')
  const fields = Object.entries(schema.entries ?? {}).filter(([field]) => field !== rows.field)
  const list = v.object({ [name]: v.object(Object.fromEntries(fields)) })
  return [...columnsOf(list, 'list'), ...columnsOf(rows.schema, 'item')]
}

/** Without the columns whose name an earlier one has: records and rows share theirs, with one meaning. */
function distinct(columns: readonly Column[]): Column[] {
  const names = new Set<string>()
  return columns.filter(({ name }) => !names.has(name) && names.add(name))
}

const ofPage = [
  column('file', 'text'),
  column('page_url', 'text'),
  column('domain', 'text'),
  column('kind', 'text'),
  column('evidence', 'text'),
  column('error.code', 'text'),
  column('error.message', 'text'),
]

/** Results of saved pages, which are of any kind. */
export const pageTable: Table = {
  columns: distinct([...ofPage, ...records.flatMap(columnsOfRecord), column('issues', 'json')]),
  record: 'record',
  definitionOf: ({ kind }) => (typeof kind === 'string' ? findRecordOf(kind) : null),
}

/** Results of saved pages that one record was read from. `named`: null, the one that pages of each kind belong to. */
export function pageTableOf(named: RecordName | null): Table {
  if (named === null) return pageTable
  return { ...pageTable, definitionOf: ({ kind }) => (typeof kind === 'string' ? findRecordOf(kind, named) : null) }
}

/** A table for each endpoint. `own`: columns before those of its record; `member`: that of a result that has the record. */
function tablesOf(own: readonly Column[], member: string): Readonly<Record<BatchEndpoint, Table>> {
  const tables = records.map((record): readonly [BatchEndpoint, Table] => {
    const columns = [...own, ...columnsOfRecord(record)]
    return [endpointOf(record.name), { columns, record: member, definitionOf: () => record }]
  })
  return Object.fromEntries<Table>(tables) as Record<BatchEndpoint, Table>
}

/** Tables of records alone. */
export const recordTables = tablesOf([], 'record')

const ofRetrieval = [column('query', 'text'), column('domain', 'text'), column('error', 'text')]

/** Results of records that were fetched. */
export const retrievalTables = tablesOf(ofRetrieval, 'record')

const { index, status, http_status, ...afterError } = v.omit(itemResultSchema, ['input', 'data', 'error']).entries
const ofItem = [
  ...columnsOf(v.object({ index }), 'result'),
  column('input.query', 'text'),
  column('input.domain', 'text'),
  column('input.reference', 'text'),
  ...columnsOf(v.object({ status, http_status }), 'result'),
  column('error.error', 'text'),
  column('error.message', 'text'),
  ...columnsOf(v.object(afterError), 'result'),
]

/** Results of the items of a batch. */
export const itemTables = tablesOf(ofItem, 'data')

/**
 * The table of items whose inputs have further members, such as columns of a list.
 *
 * Order: after the other columns, which are the same for every list.
 */
export function withInputs(table: Table, members: readonly string[]): Table {
  const known = new Set(table.columns.map(({ name }) => name))
  const own = members.map((member): Column => {
    return { name: `input.${member}`, type: 'text', of: 'result', path: ['input', member] }
  })
  return { ...table, columns: [...table.columns, ...own.filter(({ name }) => !known.has(name))] }
}
