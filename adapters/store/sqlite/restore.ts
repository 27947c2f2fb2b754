import { constants, existsSync, linkSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LedgerCheck } from '../ledger.ts'
import { StoreError } from '../store-error.ts'
import { openBackup, type BackupMark } from './backup-file.ts'
import { openDatabase } from './database.ts'
import { openSqliteStore, STORE_FILE, type SqliteStoreOptions } from './open-sqlite-store.ts'

/** What was restored. */
export interface Restored extends LedgerCheck {
  readonly mark: BackupMark
}

/**
 * Makes a backup the store of a folder that has none: copies the file, checks the copy against its mark, opens it,
 * and compares its ledger with its usage. If anything is wrong, or the process dies, the folder stays without a store.
 *
 * Rejects: `damaged`, `file_exists`, and as `openSqliteStore`.
 */
export async function restoreBackup(file: string, options: SqliteStoreOptions): Promise<Restored> {
  const target = join(options.directory, STORE_FILE)
  requireNone(target)
  mkdirSync(options.directory, { recursive: true })
  removeRemains(options.directory)
  // The copy is checked beside its final place, so that a server never opens one that is wrong.
  const trial = join(options.directory, TRIAL + process.pid)
  mkdirSync(trial, { mode: 0o700 })
  try {
    const copy = join(trial, STORE_FILE)
    const mark = await copyBackup(file, copy)
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
    requireNone(target)
    linkSync(copy, target)
    return { ...check, mark }
  } finally {
    rmSync(trial, { recursive: true, force: true })
  }
}

/** Throws: `file_exists`. A write-ahead log without its database would be applied to the copy. */
function requireNone(target: string): void {
  const left = [target, `${target}-wal`].find((name) => existsSync(name))
  if (left !== undefined) throw new StoreError('file_exists', `${left} exists: stop its server, and move it away.`)
}

/** Start of the name of the folder in which a copy is checked. The id of the process follows. */
const TRIAL = 'restoring-'

/** Removes what restores left that were killed. */
function removeRemains(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (name.startsWith(TRIAL) && !isRunning(Number(name.slice(TRIAL.length)))) {
      rmSync(join(directory, name), { recursive: true, force: true })
    }
  }
}

/** Whether another process with an id runs. */
function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Throws: `damaged`. */
async function copyBackup(file: string, copy: string): Promise<BackupMark> {
  try {
    // A device has no end, and a pipe may have none.
    if (!statSync(file).isFile()) throw new Error('it is not a file')
    await copyFile(file, copy, constants.COPYFILE_EXCL)
    const mark = await openBackup(copy)
    requireWhole(copy)
    return mark
  } catch (error) {
    throw new StoreError('damaged', `${file} is not a whole backup: ${(error as Error).message}.`, { cause: error })
  }
}

/** Throws, if SQLite finds that a database is not whole: the store that was backed up was damaged. */
function requireWhole(file: string): void {
  const database = openDatabase(file)
  try {
    const [row] = database.list<{ integrity_check: string }>('PRAGMA integrity_check(1)')
    if (row?.integrity_check !== 'ok') throw new Error(row?.integrity_check ?? 'no answer')
  } finally {
    database.close()
  }
}
