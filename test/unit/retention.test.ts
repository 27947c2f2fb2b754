import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { AUDIT_KEPT_DAYS, MAX_AUDIT_ENTRIES } from '../../adapters/store/audit.ts'
import { LETTERS_KEPT_DAYS } from '../../adapters/store/outbox.ts'
import { openSqliteFile } from '../../adapters/store/drivers/sqlite-file.ts'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'
import { BATCH_TABLES, ERASED_TABLES } from '../../adapters/store/sql/erase-workspace.ts'
import { STATISTICS_DAYS } from '../../adapters/store/statistics.ts'
import { readConfig } from '../../adapters/server/config.ts'
import { DAY_MS, IDEMPOTENCY_MS, KEPT_ATTEMPTS, USAGE_DAYS } from '../../core/policy/index.ts'
import { root } from '../support/root.ts'

const [, retention = ''] = readFileSync(join(root, 'adapters/store/operation.md'), 'utf8').split(/^## Retention$/m)
const rows = retention
  .split(/^## /m, 1)
  .join('')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:Data|---)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
const namesIn = (cell = ''): string[] => [...cell.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name)

/** The row of a table. */
function rowOf(table: string): readonly string[] {
  const row = rows.find(([, , tables]) => namesIn(tables).includes(table))
  assert.ok(row !== undefined, table)
  return row
}

test('every table of the store is in the table of retention, once', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-retention-'))
  await (await openSqliteStore({ directory })).close()
  const database = openSqliteFile(join(directory, 'shelfmark.sqlite'))
  const sql = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`
  const tables = database.list<{ name: string }>(sql).map(({ name }) => name)
  database.close()
  rmSync(directory, { recursive: true })
  assert.ok(tables.length > 20)
  assert.deepEqual(rows.flatMap(([, , cell]) => namesIn(cell)).toSorted(), tables)
})

test('what an erasure removes is said of the tables that it removes', () => {
  for (const table of [...Object.keys(ERASED_TABLES), ...BATCH_TABLES])
    assert.match(rowOf(table)[5] ?? '', /^removes/, table)
  for (const table of ['ledger', 'usage', 'audit']) assert.match(rowOf(table)[5] ?? '', /^keeps/, table)
})

test('the numbers of days are those of the code', () => {
  const { batches } = readConfig({}, 2)
  for (const [table, number] of [
    ['results', batches.resultsKeptMs / DAY_MS],
    ['batches', batches.recordsKeptMs / DAY_MS],
    ['request_keys', IDEMPOTENCY_MS / DAY_MS],
    ['creation_keys', IDEMPOTENCY_MS / DAY_MS],
    ['outbox', LETTERS_KEPT_DAYS],
    ['reference_usage', USAGE_DAYS],
    ['statistics', STATISTICS_DAYS],
    ['audit', AUDIT_KEPT_DAYS],
  ] as const) {
    assert.match(rowOf(table)[4] ?? '', new RegExp(`^${number} days?\\b`), table)
  }
  assert.ok(rowOf('audit')[4]?.includes(MAX_AUDIT_ENTRIES.toLocaleString('en')))
  assert.ok(rowOf('attempts')[4]?.endsWith(`the last ${KEPT_ATTEMPTS}`))
})
