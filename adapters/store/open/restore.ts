import { constants, existsSync, linkSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isActive } from '../keys.ts'
import type { LedgerCheck } from '../ledger.ts'
import { StoreError } from '../store-error.ts'
import { openBackup, type BackupMark } from './backup-file.ts'
import { findChanges, type ChangesSince } from './changes-since.ts'
import { openSqliteFile } from '../drivers/sqlite-file.ts'
import { openSqliteStore, STORE_FILE, type SqliteStoreOptions } from './open-sqlite-store.ts'

export interface RestoreOptions extends SqliteStoreOptions {
  /** Data folder that the backup replaces, if it can still be read. Its server is stopped. Keys that were revoked since the backup are revoked again. */
  readonly since?: string | undefined
  /** Revokes all keys, because nobody knows which of them were revoked since the backup. Default: false. */
  readonly revokesKeys?: boolean | undefined
}

/** What was restored. */
export interface Restored extends LedgerCheck {
  readonly mark: BackupMark
  /** Keys that can be used. */
  readonly activeKeys: number
  /** Absent: null, `since` was not given. */
  readonly changes: ChangesSince | null
}

/**
 * Makes a backup the store of a folder that has none: copies the file, checks the copy against its mark, opens it,
 * compares its ledger with its usage, ends all sessions of people, and revokes keys if that was asked for. If anything is
 * wrong, or the process dies, the folder stays without a store.
 *
 * Rejects: `damaged`, `file_exists`, and as `openSqliteStore`.
 */
export async function restoreBackup(file: string, options: RestoreOptions): Promise<Restored> {
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
    const checked = await checkCopy(file, trial, options)
    endSessions(copy)
    requireNone(target)
    linkSync(copy, target)
    return { ...checked, mark }
  } finally {
    rmSync(trial, { recursive: true, force: true })
  }
}

/** Checks the ledger of a copy, and revokes keys before anybody can use them. */
async function checkCopy(file: string, trial: string, options: RestoreOptions): Promise<Omit<Restored, 'mark'>> {
  const { since, revokesKeys = false, epochMs = Date.now } = options
  const changes = since === undefined ? null : findChanges(join(trial, STORE_FILE), since, join(trial, 'since'))
  const store = await openSqliteStore({ ...options, directory: trial })
  try {
    const check = await store.ledger.check()
    if (check.differences.length > 0) {
      throw new StoreError('damaged', `The usage in ${file} is not the sum of its ledger: ${check.differences[0]}.`)
    }
    const workspaces = await store.workspaces.list()
    const keys = (await Promise.all(workspaces.map(({ id }) => store.keys.list(id)))).flat()
    const active = keys.filter((key) => isActive(key, epochMs()))
    const gone = new Set(revokesKeys ? active.map(({ id }) => id) : changes?.revokedKeys.map(({ id }) => id))
    for (const id of gone) await store.keys.revoke(id)
    return { ...check, changes, activeKeys: active.filter(({ id }) => !gone.has(id)).length }
  } finally {
    await store.close()
  }
}

/** Ends all sessions of people: nobody knows which of them have ended since the backup. */
function endSessions(copy: string): void {
  const database = openSqliteFile(copy)
  try {
    database.run('DELETE FROM person_sessions')
  } finally {
    database.close()
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
  const database = openSqliteFile(file)
  try {
    const [row] = database.list<{ integrity_check: string }>('PRAGMA integrity_check(1)')
    if (row?.integrity_check !== 'ok') throw new Error(row?.integrity_check ?? 'no answer')
  } finally {
    database.close()
  }
}
