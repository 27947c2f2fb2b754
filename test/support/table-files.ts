import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { parse } from 'csv-parse/sync'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import type { ResultFormat } from '../../adapters/pages/table/result-format.ts'
import type { Table } from '../../adapters/pages/table/rows.ts'

// Removed after the tests of the file that imports this one.
const folder = mkdtempSync(join(tmpdir(), 'shelfmark-table-'))
after(() => rmSync(folder, { recursive: true }))
let files = 0

/** Writes results to a new file. Gives its path. */
export async function writeTable(format: ResultFormat, table: Table, results: readonly object[]): Promise<string> {
  const path = join(folder, `${files++}.${format.name}`)
  const writer = await format.open(table, path)
  for (const result of results) await writer.write(JSON.stringify(result))
  assert.ok(!existsSync(path), 'a file has its name only when it is whole')
  await writer.end()
  return path
}

type Row = Readonly<Record<string, unknown>>

export async function readParquet(path: string): Promise<readonly Row[]> {
  return await parquetReadObjects({ file: await asyncBufferFromFile(path) })
}

export async function readCsv(path: string): Promise<readonly Row[]> {
  return parse(readFileSync(path), { columns: true })
}
