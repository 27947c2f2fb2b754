/**
 * Counts in how many saved pages each field has a value, by layout: the years in which the pages
 * were saved and the device, or the template of the page. A field that is found less often than
 * its neighbors, or in one layout only, is worth a look at the pages.
 *
 * Usage: npm run bench -- layouts [--template]
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { extractPage } from '../adapters/pages/extract-page.ts'
import { findRecordOf, rowsOf, type RecordName } from '../core/index.ts'
import { isDomain } from '../selectors/index.ts'
import { CORPUS, requireRealPages } from './pages.ts'

/** A saved page, as the list beside the folder describes it. */
interface Described {
  readonly file: string
  /** `2019`, or `~2019` for a guess. */
  readonly year: string
  readonly notes: string
}

/** Last years of the columns. */
const LAST_YEARS = [2014, 2017, 2019, 2022, 2024, 2026]

function yearsOf({ year }: Described): string {
  const number = Number(year.replace('~', ''))
  return `to ${LAST_YEARS.find((last) => number <= last) ?? number}`
}

/** Values and records of one layout. */
type Column = { records: number; readonly values: Map<string, number> }

const tables = new Map<RecordName, Map<string, Column>>()

function count(name: RecordName, layout: string, rows: readonly object[]): void {
  const columns = tables.get(name) ?? new Map<string, Column>()
  tables.set(name, columns)
  const column = columns.get(layout) ?? { records: 0, values: new Map<string, number>() }
  columns.set(layout, column)
  column.records += rows.length
  for (const row of rows) {
    for (const [field, value] of Object.entries(row)) {
      if (hasValue(value)) column.values.set(field, (column.values.get(field) ?? 0) + 1)
    }
  }
}

function hasValue(value: unknown): boolean {
  if (typeof value !== 'object') return value !== '' && value !== false
  return value !== null && Object.keys(value).length > 0
}

function print(name: string, columns: ReadonlyMap<string, Column>): void {
  const layouts = [...columns].toSorted(([left], [right]) => left.localeCompare(right))
  const fields = [...new Set(layouts.flatMap(([, { values }]) => [...values.keys()]))]
  console.log(`\n| ${name} | ${layouts.map(([layout, { records }]) => `${layout} (${records})`).join(' | ')} |`)
  console.log(`| --- |${' --- |'.repeat(layouts.length)}`)
  for (const field of fields) {
    console.log(`| ${field} | ${layouts.map(([, { values }]) => values.get(field) ?? 0).join(' | ')} |`)
  }
}

requireRealPages(CORPUS)
const list = join(CORPUS, '../manifest.json')
if (!existsSync(list)) {
  console.error(`There is no list of real pages: ${list}`)
  process.exit(1)
}
const { values: options } = parseArgs({ options: { template: { type: 'boolean', default: false } } })
const described = new Map((JSON.parse(readFileSync(list, 'utf8')) as Described[]).map((page) => [page.file, page]))
for (const file of readdirSync(CORPUS).toSorted()) {
  const [domain = ''] = file.split('__', 1)
  const page = described.get(file)
  if (page === undefined || !isDomain(domain)) continue
  const { kind, record } = extractPage(readFileSync(join(CORPUS, file)), { domain })
  const definition = findRecordOf(kind)
  if (definition === null || record === null) continue
  const device = page.notes.includes('mobile') ? ', mobile' : ''
  const template = 'page_type' in record ? record.page_type : 'cards'
  const layout = options.template ? template : `${yearsOf(page)}${device}`
  count(definition.name, layout, rowsOf(definition, record) ?? [record])
}
for (const [name, columns] of tables) print(name, columns)
