import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreError } from '../store-error.ts'
import { Database } from './database.ts'
import { MIGRATIONS } from './schema.ts'

/** How long to wait for the process that has the file open: it may be about to end. Unit: ms. */
const LOCK_TIMEOUT_MS = 500

/**
 * Opens a file, or creates it, for this process alone, and brings it to the
 * present schema.
 *
 * Throws: `locked`, `newer_schema`, `unavailable`.
 */
export function openDatabase(file: string): Database {
  createPrivateFile(file)
  const database = new Database(file, { timeout: LOCK_TIMEOUT_MS })
  try {
    database.transaction(() => {
      migrate(database, file)
    })
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

/** SQLite gives its other files the rights of the first. */
function createPrivateFile(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    closeSync(openSync(file, 'a', 0o600))
  } catch (error) {
    throw new StoreError('unavailable', `The store ${file} can't be opened: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

function migrate(database: Database, file: string): void {
  const [row] = database.list<{ user_version: number }>('PRAGMA user_version')
  const version = row?.user_version ?? 0
  if (version > MIGRATIONS.length) {
    throw new StoreError(
      'newer_schema',
      `${file} has schema ${version}, and this program knows ${MIGRATIONS.length}: use the newer program.`,
    )
  }
  if (version === MIGRATIONS.length) return
  for (const step of MIGRATIONS.slice(version)) database.exec(step)
  database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`)
}
