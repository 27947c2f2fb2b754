import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import type { Value } from '../sql/database.ts'
import { StoreError } from '../store-error.ts'
import { copyLockedFile } from './copy-file.ts'
import { DatabaseFile, refuseRemains } from './database-file.ts'
import { DatabaseSync } from './sqlite-library.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

/** Result codes of SQLite. Source: https://sqlite.org/rescode.html */
const BUSY = 5
const LOCKED = 6
const CORRUPT = 11
const NOT_A_DATABASE = 26

/** Time to wait for another process that has the file open and may be about to end. Unit: ms. */
const LOCK_TIMEOUT_MS = 500

/** Pages of 4 KiB in the log from which on SQLite moves it to the database. Its default. */
const LOG_PAGES = 1000

/**
 * Locks the file until `UNLOCK`, or until the process dies. A committed transaction survives the end of the process,
 * and a power cut after a later `sync`.
 */
const LOCK = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  BEGIN EXCLUSIVE;
  COMMIT`

/**
 * Unlocks the file. Closing does not: @photostructure/sqlite 1.2.1 leaves a connection open
 * until its statements are garbage collected. SQLite can't give the lock up in WAL mode.
 * Source: https://sqlite.org/pragma.html#pragma_locking_mode
 */
const UNLOCK = `
  PRAGMA journal_mode = DELETE;
  PRAGMA locking_mode = NORMAL;
  SELECT 1 FROM sqlite_schema`

/**
 * Opens a file for this process alone, and creates it if it does not exist.
 *
 * Throws: `locked`, `damaged`, `older_schema`, `unavailable`.
 */
export function openSqliteFile(path: string): SqliteFile {
  createPrivateFile(path)
  refuseRemains(path)
  const file = new SqliteFile(path, { timeout: LOCK_TIMEOUT_MS })
  try {
    requireWhole(file, path)
    requireOwn(file, path)
  } catch (error) {
    file.close()
    throw error
  }
  return file
}

/** Throws: `locked`, if another process has a file open. The file is not changed, and may not exist or be damaged. */
export function refuseOpenFile(path: string): void {
  let probe: DatabaseSyncInstance | null = null
  try {
    probe = new DatabaseSync(path, { readOnly: true, timeout: LOCK_TIMEOUT_MS })
    probe.prepare('SELECT 1 FROM sqlite_schema').get()
  } catch (error) {
    const problem = toStoreError(path, error as Error)
    if (problem.code === 'locked') throw problem
  } finally {
    probe?.close()
  }
}

/** SQLite gives its other files the permissions of this one. */
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

/** Throws: `damaged`. */
function requireWhole(file: SqliteFile, path: string): void {
  const [row] = file.list<{ quick_check: string }>('PRAGMA quick_check(1)')
  if (row?.quick_check === 'ok') return
  throw new StoreError('damaged', `${path} is damaged (${row?.quick_check ?? 'no answer'}): restore it from a backup.`)
}

/** Tables of the files of versions before this one: of a server, and of `shelfmark watch`. */
const OLD_TABLES = ['workspaces', 'watched_items'] as const

/** Refuses the database of another program, and of a version with another layout. Throws: `damaged`, `older_schema`. */
function requireOwn(file: SqliteFile, path: string): void {
  const tables = new Set(file.list<{ name: string }>(`SELECT name FROM sqlite_schema`).map(({ name }) => name))
  if (tables.size === 0 || tables.has('migrations')) return
  if (OLD_TABLES.some((table) => tables.has(table))) {
    throw new StoreError('older_schema', `${path} is of an older version, which this one can't read: see MIGRATION.md.`)
  }
  throw new StoreError('damaged', `${path} is a database of another program.`)
}

/** An SQLite file that only this process has open. Every failure is a `StoreError`. */
export class SqliteFile {
  private readonly path: string
  private readonly sqlite: DatabaseSyncInstance
  private readonly file: DatabaseFile
  private readonly log: WriteAheadLog
  private readonly statements = new Map<string, StatementSyncInstance>()
  /** How often the log was moved to the database by a call. */
  private checkpoints = 0

  /** Throws: `locked`, `unavailable`. */
  constructor(file: string, options: { readonly timeout: number }) {
    this.path = file
    this.sqlite = translateErrors(file, () => new DatabaseSync(file, { ...options, enableForeignKeyConstraints: true }))
    this.log = new WriteAheadLog(file)
    try {
      this.exec(LOCK)
      this.file = new DatabaseFile(file)
    } catch (error) {
      this.sqlite.close()
      throw error
    }
  }

  /** Runs statements that return no rows. */
  exec(sql: string): void {
    this.attempt(() => {
      this.sqlite.exec(sql)
    })
  }

  /** Runs a statement that changes rows. Returns their number, without rows that triggers changed. */
  run(sql: string, ...values: Value[]): number {
    return this.attempt(() => this.prepare(sql).run(...values).changes)
  }

  /** All rows of a query. */
  list<Row>(sql: string, ...values: Value[]): Row[] {
    return this.attempt(() => this.prepare(sql).all(...values) as Row[])
  }

  /** Undoes the transaction in progress, unless SQLite has done that itself, as on a full disk. */
  rollBack(): void {
    if (this.sqlite.isTransaction) this.exec('ROLLBACK')
  }

  /**
   * Resolves when all writes so far are on disk. It does not block this thread, and callers at the same time share it.
   *
   * Rejects: `unavailable`. The writes may not be on disk then; they are visible, and survive the end of the process.
   */
  async sync(): Promise<void> {
    try {
      await this.log.sync()
    } catch {
      // A sync that failed once can report success later, and the writes are lost. Their pages are still in memory: copy them to the database.
      this.checkpoint()
    }
  }

  /**
   * Copies the database to a file while it is read and written: the copy has all that was written before it began. What
   * is written meanwhile stays in the log. One call at a time.
   *
   * Rejects: `closed` and `unavailable`, the database was closed or repaired meanwhile; the error of the system.
   */
  async backUp(file: string): Promise<void> {
    this.exec('PRAGMA wal_autocheckpoint = 0')
    try {
      this.checkpoint()
      const { checkpoints } = this
      await copyLockedFile(this.path, file)
      this.requireOpen()
      if (this.checkpoints === checkpoints) return
      throw new StoreError('unavailable', 'The store repaired its file while it was copied: try again.')
    } finally {
      if (this.sqlite.isOpen) this.exec(`PRAGMA wal_autocheckpoint = ${LOG_PAGES}`)
    }
  }

  /** Rewrites the file and empties its log, so that no removed row is left in them. It blocks this thread. Throws: `unavailable`. */
  compact(): void {
    this.exec('VACUUM')
    this.checkpoint()
  }

  /** Throws: `unavailable`, a file was deleted or replaced. */
  requireSame(): void {
    this.file.requireSame()
  }

  close(): void {
    if (!this.sqlite.isOpen) return
    this.log.close()
    this.statements.clear()
    try {
      this.exec(UNLOCK)
    } finally {
      this.sqlite.close()
    }
  }

  /** Moves the log to the database, and empties it. Throws: `unavailable`. */
  private checkpoint(): void {
    this.checkpoints++
    const [log] = this.list<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')
    if (log?.busy !== 0) throw new StoreError('unavailable', 'The log of the store is in use: try again.')
  }

  private prepare(sql: string): StatementSyncInstance {
    const statement = this.statements.get(sql) ?? this.sqlite.prepare(toSqlite(sql))
    this.statements.set(sql, statement)
    return statement
  }

  private requireOpen(): void {
    if (!this.sqlite.isOpen) throw new StoreError('closed', 'The store was closed.')
  }

  private attempt<Result>(work: () => Result): Result {
    this.requireOpen()
    return translateErrors(this.path, work)
  }
}

/** SQLite numbers values with `?`, and has one writer, who needs no locks of rows. */
export function toSqlite(sql: string): string {
  return sql.replaceAll(/\$(\d)/g, '?$1').replaceAll(/\bFOR UPDATE( SKIP LOCKED)?/g, '')
}

function translateErrors<Result>(file: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw toStoreError(file, error as Error & { readonly errcode?: number })
  }
}

function toStoreError(file: string, error: Error & { readonly errcode?: number }): StoreError {
  // The lowest byte of an extended code is the primary code.
  const code = (error.errcode ?? 0) & 0xff
  if (code === BUSY || code === LOCKED) {
    return new StoreError('locked', `Another process has ${file} open: stop it, or name another file or folder.`, {
      cause: error,
    })
  }
  if (code === CORRUPT || code === NOT_A_DATABASE) {
    return new StoreError('damaged', `The store is damaged (${error.message}): restore it from a backup.`, {
      cause: error,
    })
  }
  return new StoreError('unavailable', `The store does not work: ${error.message}.`, { cause: error })
}
