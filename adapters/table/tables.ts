import { itemResultSchema, type BatchEndpoint } from '../../core/contract/index.ts'
import { cardSchema, productSchema, searchSchema } from '../../core/index.ts'
import * as v from 'valibot'
import { column, type Column } from './column.ts'
import { columnsOf } from './columns-of.ts'
import type { Table } from './rows.ts'

const product = columnsOf(productSchema, 'record')
const card = columnsOf(cardSchema, 'record')
const search = columnsOf(v.omit(searchSchema, ['products']), 'search', 'search.')

/** Without the columns whose name an earlier one has: a product and a card share theirs, with one meaning. */
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

/** Results of saved pages, which are products and searches. */
export const pageTable: Table = {
  columns: distinct([...ofPage, ...product, ...search, ...card, column('issues', 'json')]),
  record: 'record',
}

const ofRetrieval = [column('query', 'text'), column('domain', 'text'), column('error', 'text')]

/** Results of products and searches that were fetched. */
export const retrievalTables: Readonly<Record<BatchEndpoint, Table>> = {
  'market.product': { columns: [...ofRetrieval, ...product], record: 'record' },
  'market.search': { columns: [...ofRetrieval, ...search, ...card], record: 'record' },
}

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
export const itemTables: Readonly<Record<BatchEndpoint, Table>> = {
  'market.product': { columns: [...ofItem, ...product], record: 'data' },
  'market.search': { columns: [...ofItem, ...search, ...card], record: 'data' },
}
