import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { LedgerCheck } from '../ledger.ts'
import { StoreError } from '../store-error.ts'
import { DatabaseSync } from './sqlite.ts'
import { openSqliteStore, STORE_FILE, type SqliteStoreOptions } from './open-sqlite-store.ts'

/**
 * Makes a backup the store of a folder that has none: checks the file, copies it, opens the copy,
 * and compares its ledger with its usage. If anything is wrong, the folder stays as it was.
 *
 * Rejects: `damaged`, `file_exists`, and as `openSqliteStore`.
 */
export async function restoreBackup(file: string, options: SqliteStoreOptions): Promise<LedgerCheck> {
  const target = join(options.directory, STORE_FILE)
  // A write-ahead log without its database would be applied to the copy.
  const left = [target, `${target}-wal`].find((name) => existsSync(name))
  if (left !== undefined) throw new StoreError('file_exists', `${left} exists: stop its server, and move it away.`)
  requireWhole(file)
  // The copy is checked beside its final place, so that a server never opens one that is wrong.
  const trial = join(options.directory, 'restoring')
  mkdirSync(options.directory, { recursive: true })
  try {
    mkdirSync(trial, { mode: 0o700 })
    copyFileSync(file, join(trial, STORE_FILE))
    const store = await openSqliteStore({ ...options, directory: trial })
    let check: LedgerCheck
    try {
      check = await store.ledger.check()
    } finally {
      await store.close()
    }
    if (check.differences.length > 0) {
      throw new StoreError('damaged', `The usage in ${file} is not the sum of its ledger: ${check.differences[0]}.`)
    }
    renameSync(join(trial, STORE_FILE), target)
    return check
  } finally {
    rmSync(trial, { recursive: true, force: true })
  }
}

/** Throws: `damaged`, the file is not a whole SQLite database. */
function requireWhole(file: string): void {
  let problem: unknown
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      problem = (database.prepare('PRAGMA integrity_check(1)').get() as { integrity_check?: string }).integrity_check
    } finally {
      database.close()
    }
  } catch (error) {
    problem = (error as Error).message
  }
  if (problem !== 'ok') throw new StoreError('damaged', `${file} is not a whole backup: ${String(problem)}.`)
}
