import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet'
import * as v from 'valibot'
import { csv, json, jsonLines, parquet } from '../../adapters/pages/table/formats.ts'
import { itemTables, pageTable, retrievalTables, columnsOfRecord } from '../../adapters/pages/table/tables.ts'
import type { Table } from '../../adapters/pages/table/rows.ts'
import {
  cardSchema,
  emptyCard,
  emptyProduct,
  productSchema,
  records,
  requireRecord,
  type AnyRecord,
} from '../../core/index.ts'
import { readCsv, readParquet, writeTable as write } from '../support/table-files.ts'

const product = {
  ...emptyProduct,
  asin: 'B0SHLF0001',
  url: 'https://www.amazon.com/dp/B0SHLF0001',
  title: 'A "red", round\nbell\u2028',
  currency: 'EUR',
  price: 12.5,
  reviews_count: 1234,
  is_prime: true,
  bullet_points: '',
  featured_merchant: { name: 'Örtel', seller_id: null, is_marketplace_fulfilled: false },
  images: ['https://a/1.jpg', 'https://a/2.jpg'],
  product_details: { Größe: '3 cm' },
}
const page = {
  file: 'a.warc#1',
  page_url: 'https://x',
  domain: 'de',
  kind: 'product',
  evidence: 'e',
  record: product,
  issues: [],
  error: null,
}
const toCard = (number: number) => ({
  ...emptyCard,
  asin: `B0SHLF000${number}`,
  title: `${number}`,
  url: 'u',
  currency: 'EUR',
  price: number,
})
const cards = [toCard(1), toCard(2)]
const search = { query: 'bell', domain: 'de', record: { page: 3, products: cards, html: null }, error: null }

test('a row has the members of the result, then those of the record, in one order', () => {
  const names = pageTable.columns.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  assert.deepEqual(names.slice(0, 9), [
    'file',
    'page_url',
    'domain',
    'kind',
    'evidence',
    'error.code',
    'error.message',
    'asin',
    'asin_in_url',
  ])
  assert.ok(names.includes('featured_merchant.name') && !names.includes('featured_merchant'))
  for (const table of [pageTable, itemTables['market.product'], retrievalTables['market.product']]) {
    const own = table.columns.map(({ path }) => path[0])
    for (const field of Object.keys(productSchema.entries)) assert.ok(own.includes(field), field)
  }
  for (const table of [pageTable, itemTables['market.search'], retrievalTables['market.search']]) {
    const own = table.columns.map(({ path }) => path[0])
    for (const field of Object.keys(cardSchema.entries)) assert.ok(own.includes(field), field)
  }
})

test('a field that products and cards share has one type', () => {
  const typeIn = (table: Table) => new Map(table.columns.map(({ name, type }) => [name, type]))
  const ofCard = typeIn(retrievalTables['market.search'])
  for (const [name, type] of typeIn(retrievalTables['market.product']))
    assert.equal(ofCard.get(name) ?? type, type, name)
})

test('Parquet has the values of a record with their types', async () => {
  const [row] = await readParquet(await write(parquet, pageTable, [page]))
  assert.ok(row)
  assert.deepEqual(
    [
      row.file,
      row.title,
      row.price,
      row.reviews_count,
      row.is_prime,
      row.bullet_points,
      row.parent_asin,
      row['error.code'],
    ],
    ['a.warc#1', product.title, 12.5, 1234n, true, '', null, null],
  )
  assert.deepEqual([row['featured_merchant.name'], row['featured_merchant.seller_id']], ['Örtel', null])
  assert.deepEqual(
    [row.images, row.product_details],
    [JSON.stringify(product.images), JSON.stringify(product.product_details)],
  )
  assert.deepEqual(
    Object.keys(row),
    pageTable.columns.map(({ name }) => name),
  )
})

test('CSV has the same values, and no null is taken for a text', async () => {
  const path = await write(csv, pageTable, [page])
  const [row] = await readCsv(path)
  assert.ok(row)
  assert.deepEqual(
    [row.title, row.price, row.reviews_count, row.is_prime, row.parent_asin],
    [product.title, '12.5', '1234', 'true', ''],
  )
  assert.equal(row.images, JSON.stringify(product.images))
  const text = readFileSync(path, 'utf8')
  assert.ok(text.endsWith('\r\n') && text.includes(',"",'), 'an empty text is quoted')
})

test('a text that a spreadsheet would run is not a formula in CSV, and unchanged in Parquet', async () => {
  for (const title of [
    '=HYPERLINK("http://x")',
    '+1',
    '-1',
    '@a',
    '\tx',
    '\r=x',
    '＝1+1',
    '＠a',
    ';=1',
    ' =1',
    ';＝1',
  ]) {
    const results = [{ ...page, record: { ...product, title } }]
    const [row] = await readCsv(await write(csv, pageTable, results))
    assert.equal(row?.title, `'${title}`)
    const [exact] = await readParquet(await write(parquet, pageTable, results))
    assert.equal(exact?.title, title)
  }
})

test('a search has a row for each card, with the members of the search', async () => {
  const rows = await readParquet(await write(parquet, retrievalTables['market.search'], [search]))
  assert.deepEqual(
    rows.map((row) => [row.query, row['search.page'], row.asin, row.price]),
    [
      ['bell', 3n, 'B0SHLF0001', 1],
      ['bell', 3n, 'B0SHLF0002', 2],
    ],
  )
  const none = { ...search, record: { page: 1, products: [], html: null, no_results: true, total_results: 0 } }
  const failed = { ...search, record: null, error: 'captcha' }
  const others = await readParquet(await write(parquet, retrievalTables['market.search'], [none, failed]))
  const cells = others.map((row) => [row['search.no_results'], row.asin, row.error])
  assert.deepEqual(cells, [
    [true, null, null],
    [null, null, 'captcha'],
  ])
})

/** A list of places, which is not a record of this version. */
const placeSchema = v.object({ rank: v.pipe(v.number(), v.integer()), asin: v.string() })
const places: AnyRecord = {
  ...requireRecord('search'),
  name: 'top_list',
  schema: v.object({ department: v.string(), path: v.array(v.string()), places: v.array(placeSchema) }),
  rows: { field: 'places', name: 'place', schemaName: 'Place', schema: placeSchema },
}

test('a record of any name has a row for each of its rows, and columns for its other fields; lists are on the first row', async () => {
  const columns = columnsOfRecord(places)
  assert.deepEqual(
    columns.map(({ name, type }) => [name, type]),
    [
      ['top_list.department', 'text'],
      ['top_list.path', 'json'],
      ['rank', 'integer'],
      ['asin', 'text'],
    ],
  )
  const table: Table = { columns, record: 'record', definitionOf: () => places }
  const ranked = ['B0SHLF0001', 'B0SHLF0002'].map((asin, index) => ({ rank: index + 1, asin }))
  const full = { record: { department: 'bells', path: ['a'], places: ranked } }
  const empty = { department: 'gongs', path: [], places: [] }
  const rows = await readParquet(await write(parquet, table, [full, { record: empty }, { record: null }]))
  assert.deepEqual(rows.map(Object.values), [
    ['bells', '["a"]', 1n, 'B0SHLF0001'],
    ['bells', null, 2n, 'B0SHLF0002'],
    ['gongs', '[]', null, null],
    [null, null, null, null],
  ])
})

test('a saved page of each kind with a record fills its columns, and one of another kind none of them', async () => {
  const read = async (kind: string, record: object | null) => {
    const rows = await readParquet(await write(parquet, pageTable, [{ ...page, kind, record }]))
    return rows.map((row) => [row.kind, row['search.page'], row.asin])
  }
  assert.deepEqual(await read('product', product), [['product', null, 'B0SHLF0001']])
  assert.deepEqual(await read('search', search.record), [
    ['search', 3n, 'B0SHLF0001'],
    ['search', 3n, 'B0SHLF0002'],
  ])
  assert.deepEqual(await read('no_results', { page: 2, products: [] }), [['no_results', 2n, null]])
  assert.deepEqual(await read('captcha', null), [['captcha', null, null]])
})

test('every record has its tables', () => {
  for (const { name } of records) {
    const endpoint = `market.${name}` as const
    const own = columnsOfRecord(requireRecord(name))
    assert.ok(own.length > 0, name)
    for (const { columns } of [itemTables[endpoint], retrievalTables[endpoint]]) {
      assert.deepEqual(columns.slice(-own.length), own, name)
    }
  }
})

test('the result of an item has its own members first', async () => {
  const item = {
    index: 4,
    input: { query: 'B0SHLF0001', domain: 'de', reference: 'r' },
    status: 'ok',
    http_status: 200,
    data: product,
    error: null,
    duration_ms: 7,
    credits_charged: 1,
    attempts: 1,
    source_status: 200,
    resolved_url: 'u',
    extractor_version: 'x@1.0.0',
    fetched_at: '2026-05-31T12:00:00.000Z',
  }
  const failed = { ...item, index: 5, status: 'error', data: null, error: { error: 'captcha', message: 'm' } }
  const rows = await readParquet(await write(parquet, itemTables['market.product'], [item, failed]))
  assert.deepEqual(
    rows.map((row) => [
      row.index,
      row['input.query'],
      row['input.reference'],
      row.status,
      row['error.error'],
      row.asin,
      row.credits_charged,
    ]),
    [
      [4n, 'B0SHLF0001', 'r', 'ok', null, 'B0SHLF0001', 1n],
      [5n, 'B0SHLF0001', 'r', 'error', 'captcha', null, 1n],
    ],
  )
})

test('a record of an earlier version, without a field, reads null in its place', async () => {
  const { review_ai_summary, featured_merchant, ...earlier } = product
  const results = [{ ...page, record: earlier }, page]
  const [row, full] = await readParquet(await write(parquet, pageTable, results))
  assert.deepEqual(
    [row?.['featured_merchant.name'], full?.['featured_merchant.name'], row?.asin],
    [null, 'Örtel', 'B0SHLF0001'],
  )
  const [line] = await readCsv(await write(csv, pageTable, results))
  assert.deepEqual([line?.['featured_merchant.name'], line?.asin], ['', 'B0SHLF0001'])
  assert.deepEqual([review_ai_summary, featured_merchant.name], [null, 'Örtel'])
})

test('JSON is one list, and JSON lines are unchanged', async () => {
  const results = JSON.parse(JSON.stringify([page, search])) as object[]
  assert.deepEqual(JSON.parse(readFileSync(await write(json, pageTable, results), 'utf8')), results)
  assert.deepEqual(JSON.parse(readFileSync(await write(json, pageTable, []), 'utf8')), [])
  assert.equal(
    readFileSync(await write(jsonLines, pageTable, results), 'utf8'),
    results.map((one) => `${JSON.stringify(one)}\n`).join(''),
  )
})

test('Parquet is written in groups of rows, and an empty file has its columns', async () => {
  const many = Array.from({ length: 25_000 }, (_, number) => ({
    query: `${number}`,
    domain: 'de',
    record: null,
    error: 'captcha',
  }))
  const path = await write(parquet, retrievalTables['market.search'], many)
  const { row_groups: groups, num_rows: rows } = await parquetMetadataAsync(await asyncBufferFromFile(path))
  assert.deepEqual([groups.length, rows], [3, 25_000n])
  const read = await readParquet(path)
  assert.deepEqual([read.length, read[24_999]?.query], [25_000, '24999'])
  const none = await asyncBufferFromFile(await write(parquet, pageTable, []))
  const { schema } = await parquetMetadataAsync(none)
  assert.equal(schema.length, pageTable.columns.length + 1)
})
