import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'
import { StoreError } from '../store-error.ts'

type Value = string | number | Uint8Array | null

/** Result codes of SQLite. Source: https://sqlite.org/rescode.html */
const BUSY = 5
const LOCKED = 6

/** Locks the file until it is let go of; should the process die, the system does that. What is committed is on disk. */
const TAKE = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  BEGIN EXCLUSIVE;
  COMMIT`

/**
 * Unlocks the file, which closing does not: @photostructure/sqlite 1.2.1 leaves
 * a connection open until its statements are collected as garbage. The lock
 * can't be given up in WAL mode. Source: https://sqlite.org/pragma.html#pragma_locking_mode
 */
const LET_GO = `
  PRAGMA journal_mode = DELETE;
  PRAGMA locking_mode = NORMAL;
  SELECT 1 FROM sqlite_schema`

/** A file of SQLite that this process alone has open. Every failure of it is a `StoreError`. */
export class Database {
  private readonly sqlite: DatabaseSyncInstance
  private readonly statements = new Map<string, StatementSyncInstance>()

  /** Throws: `locked`, `unavailable`. */
  constructor(file: string, options: { readonly timeout: number }) {
    this.sqlite = attempt(() => new DatabaseSync(file, { ...options, enableForeignKeyConstraints: true }))
    try {
      this.exec(TAKE)
    } catch (error) {
      this.sqlite.close()
      throw error
    }
  }

  /** Runs statements that give no rows. */
  exec(sql: string): void {
    this.attempt(() => {
      this.sqlite.exec(sql)
    })
  }

  /** Runs a statement that changes rows; says how many, without those that triggers changed. */
  run(sql: string, ...values: Value[]): number {
    return this.attempt(() => this.prepare(sql).run(...values).changes)
  }

  /** All rows that a statement gives. */
  list<Row>(sql: string, ...values: Value[]): Row[] {
    return this.attempt(() => this.prepare(sql).all(...values) as Row[])
  }

  /** Does all of some work, or, when it throws, nothing of it. What it returns is on disk. */
  transaction<Result>(work: () => Result): Result {
    this.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.exec('COMMIT')
      return result
    } catch (error) {
      // After some failures, such as a full disk, SQLite has gone back by itself.
      if (this.sqlite.isTransaction) this.exec('ROLLBACK')
      throw error
    }
  }

  close(): void {
    if (!this.sqlite.isOpen) return
    this.statements.clear()
    try {
      this.exec(LET_GO)
    } finally {
      this.sqlite.close()
    }
  }

  private prepare(sql: string): StatementSyncInstance {
    const statement = this.statements.get(sql) ?? this.sqlite.prepare(sql)
    this.statements.set(sql, statement)
    return statement
  }

  private attempt<Result>(work: () => Result): Result {
    if (!this.sqlite.isOpen) throw new StoreError('closed', 'The store was closed.')
    return attempt(work)
  }
}

function attempt<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw toStoreError(error as Error & { readonly errcode?: number })
  }
}

function toStoreError(error: Error & { readonly errcode?: number }): StoreError {
  // The lowest byte is the kind of an extended code.
  const kind = (error.errcode ?? 0) & 0xff
  if (kind === BUSY || kind === LOCKED) {
    return new StoreError('locked', 'Another process has this store open: stop it first, or use another file.', {
      cause: error,
    })
  }
  return new StoreError('unavailable', `The store does not work: ${error.message}.`, { cause: error })
}
