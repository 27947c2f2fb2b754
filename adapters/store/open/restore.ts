import { constants, copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAbsent } from '../drivers/database-file.ts'
import { openSqliteFile, refuseOpenFile } from '../drivers/sqlite-file.ts'
import { SqliteDatabase } from '../drivers/sqlite.ts'
import type { LedgerCheck } from '../ledger.ts'
import { migrate } from '../sql/migrate.ts'
import { countWorking, endSessions, revokeAll, type WorkingRights } from '../sql/rights.ts'
import { StoreError } from '../store-error.ts'
import type { Store } from '../store.ts'
import { openBackup, type BackupMark } from './backup-file.ts'
import { finishRevocations, takeChanges, type ChangesSince } from './changes-since.ts'
import { openSqliteStore, STORE_FILE, type SqliteStoreOptions } from './open-sqlite-store.ts'

export interface RestoreOptions extends SqliteStoreOptions {
  /** Data folder that the backup replaces, if it can still be read. Its server is stopped. What was revoked since the backup is revoked again. */
  readonly since?: string | undefined
  /** Ends all keys, passwords and links, and pauses all watches and schedules, because nobody knows what was revoked since the backup. Default: false. */
  readonly revokesAll?: boolean | undefined
}

/** What was restored. */
export interface Restored extends LedgerCheck {
  readonly mark: BackupMark
  /** What works, and could have been revoked since. */
  readonly working: WorkingRights
  /** Absent: null, `since` was not given. */
  readonly changes: ChangesSince | null
}

/**
 * Makes a backup the store of a folder that has none: copies the file, checks the copy against its mark, opens it,
 * compares its ledger with its usage, ends all sessions of people, and revokes what was asked for. If anything is wrong, or
 * the process dies, the folder stays without a store.
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
    requireNone(target)
    linkSync(copy, target)
    return { ...checked, mark }
  } finally {
    rmSync(trial, { recursive: true, force: true })
  }
}

/** Checks the ledger of a copy, and revokes what was asked for, before anybody can use it. */
async function checkCopy(file: string, trial: string, options: RestoreOptions): Promise<Omit<Restored, 'mark'>> {
  const own = { ...options, directory: trial }
  const check = await useStore(own, (store) => store.ledger.check())
  if (check.differences.length > 0) {
    throw new StoreError('damaged', `The usage in ${file} is not the sum of its ledger: ${check.differences[0]}.`)
  }
  const nowMs = (options.epochMs ?? Date.now)()
  const changes = await revoke(trial, options, nowMs)
  if (changes !== null) await useStore(own, (store) => finishRevocations(store, changes.revocations, nowMs))
  return { ...check, changes, working: await useCopy(trial, (database) => countWorking(database, nowMs)) }
}

async function useCopy<Result>(trial: string, work: (database: SqliteDatabase) => Promise<Result>): Promise<Result> {
  const database = new SqliteDatabase(openSqliteFile(join(trial, STORE_FILE)))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function useStore<Result>(options: SqliteStoreOptions, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openSqliteStore(options)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Revokes what was asked for, and ends all sessions of people: nobody knows which of them have ended since the backup. */
function revoke(
  trial: string,
  { since, revokesAll = false }: RestoreOptions,
  nowMs: number,
): Promise<ChangesSince | null> {
  return useCopy(trial, async (database) => {
    await endSessions(database)
    if (revokesAll) await revokeAll(database, nowMs)
    if (since === undefined) return null
    const newer = await openNewer(since, join(trial, 'since'))
    try {
      return await takeChanges(database, newer, { source: since, nowMs })
    } finally {
      await newer.close()
    }
  })
}

/** Opens a copy of a data folder, which stays as it is. `trial`: an empty folder for the copy. Rejects: `damaged`; `locked`, while a server runs on it. */
async function openNewer(since: string, trial: string): Promise<SqliteDatabase> {
  refuseOpenFile(join(since, STORE_FILE))
  try {
    mkdirSync(trial)
    for (const name of [STORE_FILE, `${STORE_FILE}-wal`]) {
      if (existsSync(join(since, name))) copyFileSync(join(since, name), join(trial, name))
    }
    if (isAbsent(join(trial, STORE_FILE))) throw new Error('there is no store')
    const database = new SqliteDatabase(openSqliteFile(join(trial, STORE_FILE)))
    await migrate(database)
    return database
  } catch (error) {
    const message = `The data in ${since} can't be read: ${(error as Error).message}. Restore with --revoke-all instead of --since.`
    throw new StoreError('damaged', message, { cause: error })
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
