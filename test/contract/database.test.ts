import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteFile } from '../../adapters/store/drivers/sqlite-file.ts'
import { SqliteDatabase } from '../../adapters/store/drivers/sqlite.ts'
import { databaseContract } from './database-contract.ts'

databaseContract('SQLite', async (work) => {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-database-'))
  const database = new SqliteDatabase(openSqliteFile(join(directory, 'x.sqlite')))
  try {
    await work(database, () => database)
  } finally {
    await database.close()
    rmSync(directory, { recursive: true })
  }
})
