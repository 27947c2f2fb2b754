import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { RandomBytes } from '../sources.ts'
import type { Store } from '../store.ts'
import { SqliteBatches } from './batches.ts'
import { openDatabase, type Database } from './database.ts'
import { GroupCommit } from './group-commit.ts'
import { SqliteKeys } from './keys.ts'
import { SqliteLedger } from './ledger.ts'
import { SqliteWorkspaces } from './workspaces.ts'

const FILE = 'shelfmark.sqlite'

export interface SqliteStoreOptions {
  /** Folder of the file. Both are created if they do not exist. */
  readonly directory: string
  /** Secret that the hashes of keys depend on. It can't change while the store has keys. Default: none. */
  readonly pepper?: string | null | undefined
  /** Unit: ms since 1970. Default: the system clock. */
  readonly now?: (() => number) | undefined
  /** Default: that of `node:crypto`. */
  readonly randomBytes?: RandomBytes | undefined
}

/**
 * Opens a store in an SQLite file, for this process alone.
 *
 * Rejects: `locked`, `damaged`, `newer_schema`, `pepper_mismatch`, `unavailable`.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const database = openDatabase(join(options.directory, FILE))
  try {
    return createStore(database, options)
  } catch (error) {
    database.close()
    throw error
  }
}

function createStore(database: Database, options: SqliteStoreOptions): Store {
  const sources = { now: options.now ?? Date.now, randomBytes: options.randomBytes ?? randomBytes }
  const workspaces = new SqliteWorkspaces(database, sources)
  const keys = new SqliteKeys(database, workspaces, { ...sources, pepper: options.pepper ?? null })
  const commits = new GroupCommit((work) => database.transaction(work))
  const ledger = new SqliteLedger(database, workspaces, commits)
  const batches = new SqliteBatches(database, ledger, commits)
  return {
    workspaces,
    keys,
    ledger,
    batches,
    probe: async () => database.probe(),
    close: async () => {
      commits.flush()
      database.close()
      workspaces.close()
      keys.close()
    },
  }
}
