import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import { StoreError } from '../store-error.ts'
import { DatabaseFile, refuseRemains } from './database-file.ts'
import { STORE_SCHEMA, type FileSchema } from './schema.ts'
import { backup, DatabaseSync } from './sqlite.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

type Value = string | number | Uint8Array | null

/** Result codes of SQLite. Source: https://sqlite.org/rescode.html */
const BUSY = 5
const LOCKED = 6
const CORRUPT = 11
const NOT_A_DATABASE = 26

/** Time to wait for another process that has the file open and may be about to end. Unit: ms. */
const LOCK_TIMEOUT_MS = 500

/** Pages of 4 KiB that a backup copies in one step. */
const PAGES_PER_STEP = 500

/** Locks the file until `UNLOCK`, or until the process dies. A committed transaction is on disk. */
const LOCK = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
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
 * Opens a file for this process alone, creates it if it does not exist, and migrates it to
 * the current schema. Default: that of the store.
 *
 * Throws: `locked`, `damaged`, `newer_schema`, `unavailable`.
 */
export function openDatabase(file: string, schema: FileSchema = STORE_SCHEMA): Database {
  createPrivateFile(file)
  refuseRemains(file)
  const database = new Database(file, { timeout: LOCK_TIMEOUT_MS })
  try {
    requireWhole(database, file)
    database.transaction(() => {
      migrate(database, file, schema)
    })
  } catch (error) {
    database.close()
    throw error
  }
  return database
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
function requireWhole(database: Database, file: string): void {
  const [row] = database.list<{ quick_check: string }>('PRAGMA quick_check(1)')
  if (row?.quick_check === 'ok') return
  throw new StoreError('damaged', `${file} is damaged (${row?.quick_check ?? 'no answer'}): restore it from a backup.`)
}

function migrate(database: Database, file: string, { migrations, firstTable }: FileSchema): void {
  const current = migrations.length
  const [row] = database.list<{ user_version: number }>('PRAGMA user_version')
  const version = row?.user_version ?? 0
  requireOwn(database, version, file, firstTable)
  if (version > current) {
    throw new StoreError(
      'newer_schema',
      `${file} has schema ${version}, and this program knows ${current}: use the newer program.`,
    )
  }
  if (version === current) return
  for (const step of migrations.slice(version)) database.exec(step)
  database.exec(`PRAGMA user_version = ${current}`)
}

/** Refuses the database of another program. Throws: `damaged`. */
function requireOwn(database: Database, version: number, file: string, firstTable: string): void {
  const tables = database.list<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
  const isOwn = version === 0 ? tables.length === 0 : tables.some(({ name }) => name === firstTable)
  if (!isOwn) throw new StoreError('damaged', `${file} is a database of another program.`)
}

/** An SQLite file that only this process has open. Every failure is a `StoreError`. */
export class Database {
  private readonly path: string
  private readonly sqlite: DatabaseSyncInstance
  private readonly file: DatabaseFile
  private readonly log: WriteAheadLog
  private probes = 0
  private readonly statements = new Map<string, StatementSyncInstance>()

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

  /** Runs work in a transaction: if it throws, nothing is written. When this returns, the writes are on disk. */
  transaction<Result>(work: () => Result): Result {
    this.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.exec('COMMIT')
      return result
    } catch (error) {
      // SQLite rolls some failures back itself, such as a full disk.
      if (this.sqlite.isTransaction) this.exec('ROLLBACK')
      throw error
    }
  }

  /**
   * As `transaction`, but does not wait for the disk: the writes survive the end of the process, and a
   * power cut only after a later `sync`.
   */
  write<Result>(work: () => Result): Result {
    this.exec('PRAGMA synchronous = NORMAL')
    try {
      return this.transaction(work)
    } finally {
      if (this.sqlite.isOpen) this.exec('PRAGMA synchronous = FULL')
    }
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

  /** As `transaction`, without blocking this thread while the disk writes. Rejects: as `work` throws, and as `sync`. */
  async commit<Result>(work: () => Result): Promise<Result> {
    const result = this.write(work)
    await this.sync()
    return result
  }

  /**
   * Copies the database to a file, in steps, while it is read and written: the copy has all that
   * was written before its end.
   */
  async backUp(file: string): Promise<void> {
    try {
      await backup(this.sqlite, file, { rate: PAGES_PER_STEP })
    } catch (error) {
      throw toStoreError(this.path, error as Error)
    }
  }

  /** Rewrites the file and empties its log, so that no removed row is left in them. It blocks this thread. Throws: `unavailable`. */
  compact(): void {
    this.exec('VACUUM')
    this.checkpoint()
  }

  /** Writes a few bytes. Throws: `unavailable`, also when a file was deleted. */
  probe(): void {
    this.transaction(() => {
      const sql = `INSERT INTO settings (name, value) VALUES ('probe', ?) ON CONFLICT DO UPDATE SET value = excluded.value`
      this.run(sql, Buffer.from(String(this.probes++)))
    })
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
    const [log] = this.list<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')
    if (log?.busy !== 0) throw new StoreError('unavailable', 'The log of the store is in use: try again.')
  }

  private prepare(sql: string): StatementSyncInstance {
    const statement = this.statements.get(sql) ?? this.sqlite.prepare(sql)
    this.statements.set(sql, statement)
    return statement
  }

  private attempt<Result>(work: () => Result): Result {
    if (!this.sqlite.isOpen) throw new StoreError('closed', 'The store was closed.')
    return translateErrors(this.path, work)
  }
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

/** Maximum number of entries of a cache. */
const MAX_ENTRIES = 10_000

/** Rows in memory. A cache that is full is emptied: the rows are read again. */
export class Cache<Value> {
  private readonly entries = new Map<string, Value>()

  get(key: string, read: () => Value | null): Value | null {
    const known = this.entries.get(key)
    if (known !== undefined) return known
    const value = read()
    if (value === null) return null
    if (this.entries.size >= MAX_ENTRIES) this.entries.clear()
    this.entries.set(key, value)
    return value
  }

  clear(): void {
    this.entries.clear()
  }
}
