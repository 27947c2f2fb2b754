import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSqliteFile } from '../../adapters/store/drivers/sqlite-file.ts'
import { BATCH_TABLES, ERASED_TABLES, KEPT_TABLES } from '../../adapters/store/sql/erase-workspace.ts'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'

interface Column {
  readonly table: string
  readonly column: string
}

test('every table with rows of workspaces or batches is erased, or kept for a reason', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-tables-'))
  t.after(() => rmSync(directory, { recursive: true }))
  await (await openSqliteStore({ directory })).close()
  const database = openSqliteFile(join(directory, 'shelfmark.sqlite'))
  const columns = database.list<Column>(
    `SELECT m.name AS "table", c.name AS "column" FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'`,
  )
  database.close()
  const withColumn = (name: string): string[] =>
    columns.flatMap(({ table, column }) => (column === name ? [table] : [])).toSorted()
  assert.deepEqual(withColumn('workspace_id'), [...Object.keys(ERASED_TABLES), ...Object.keys(KEPT_TABLES)].toSorted())
  assert.deepEqual(withColumn('batch'), [...BATCH_TABLES].toSorted())
})
