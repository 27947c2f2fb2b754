import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSqliteFile } from '../../adapters/store/drivers/sqlite-file.ts'
import { SqliteDatabase } from '../../adapters/store/drivers/sqlite.ts'
import { databaseContract } from './database-contract.ts'

async function withDatabase(work: (database: SqliteDatabase) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-database-'))
  const database = new SqliteDatabase(openSqliteFile(join(directory, 'x.sqlite')))
  try {
    await work(database)
  } finally {
    await database.close()
    rmSync(directory, { recursive: true })
  }
}

databaseContract('SQLite', (work) => withDatabase((database) => work(database, () => database)))

test('a process that was frozen for an hour in a transaction works on soon', { timeout: 60_000 }, (t) =>
  withDatabase(async (database) => {
    const now = performance.now.bind(performance)
    let frozenMs = 0
    t.mock.method(performance, 'now', () => now() + frozenMs)
    await database.step('one', async () => {
      frozenMs = 3_600_000
    })
    await database.step('one', async () => undefined)
  }),
)

test('SQLite: one who reads much, part after part, leaves turns to others', async () => {
  await withDatabase(async (database) => {
    const slow = `WITH RECURSIVE rows (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM rows WHERE n < 1000000)
      SELECT count(*) AS count FROM rows`
    let turns = 0
    setImmediate(() => turns++)
    for (let part = 0; part < 2; part++) await database.list(slow)
    assert.equal(turns, 1)
  })
})
