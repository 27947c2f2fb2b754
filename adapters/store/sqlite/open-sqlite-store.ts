import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { RandomBytes } from '../sources.ts'
import { StoreError } from '../store-error.ts'
import type { Store } from '../store.ts'
import { sumErased } from '../workspaces.ts'
import { Accounts } from './accounts.ts'
import { SqliteAlerts } from './alerts.ts'
import { AnsweredJournal } from './answered-journal.ts'
import { SqliteAudit } from './audit.ts'
import { writeBackup } from './backup-file.ts'
import { SqliteBatches } from './batches.ts'
import { isAbsent } from './database-file.ts'
import { openDatabase, type Database } from './database.ts'
import { markErased, readKept, removeErased } from './erase-workspace.ts'
import { SqliteEvents } from './events.ts'
import { GroupCommit } from './group-commit.ts'
import { SqliteKeys } from './keys.ts'
import { SqliteLedger } from './ledger.ts'
import { SqliteMembers } from './members.ts'
import { SqliteOperators } from './operators.ts'
import { SqlitePersonSessions } from './person-sessions.ts'
import { SqliteRequestLog } from './request-log.ts'
import { Unanswered } from './unanswered.ts'
import { SCHEMA } from './schema.ts'
import { SqliteStatistics } from './statistics.ts'
import { SqliteStorage } from './storage.ts'
import { SqliteWatches } from './watches.ts'
import { SqliteWorkspaces } from './workspaces.ts'

/** Name of the file in its folder. */
export const STORE_FILE = 'shelfmark.sqlite'
/** Beside the database. See `AnsweredJournal`. */
const JOURNAL = 'answered'

export interface SqliteStoreOptions {
  /** Folder of the file. Both are created if they do not exist. */
  readonly directory: string
  /** Whether a new store may begin. Default: true. */
  readonly mayBegin?: boolean | undefined
  /** Free bytes of the disk below which there is no room for new batches. Default: 0. */
  readonly diskFloorBytes?: number | undefined
  /** Secret that the hashes of keys depend on. While the store has keys, it changes by way of `oldPepper`. Default: none. */
  readonly pepper?: string | null | undefined
  /** Another secret with which keys are accepted. null: plain hashes. Default: none. */
  readonly oldPepper?: string | null | undefined
  /** Unit: ms since 1970. Default: the system clock. */
  readonly epochMs?: (() => number) | undefined
  /** Default: that of `node:crypto`. */
  readonly randomBytes?: RandomBytes | undefined
}

/**
 * Opens a store in an SQLite file, for this process alone.
 *
 * Rejects: `absent`, `locked`, `damaged`, `newer_schema`, `pepper_mismatch`, `unavailable`.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const file = join(options.directory, STORE_FILE)
  if (options.mayBegin === false && isAbsent(file)) {
    throw new StoreError('absent', `There is no store in ${resolve(options.directory)}.`)
  }
  const database = openDatabase(file)
  try {
    return createStore(database, options)
  } catch (error) {
    database.close()
    throw error
  }
}

function createStore(database: Database, options: SqliteStoreOptions): Store {
  const sources = { epochMs: options.epochMs ?? Date.now, randomBytes: options.randomBytes ?? randomBytes }
  const workspaces = new SqliteWorkspaces(database, sources)
  const commits: GroupCommit = new GroupCommit({
    write: (work) => unanswered.write(work),
    sync: () => database.sync(),
  })
  const keys = new SqliteKeys(database, workspaces, commits, {
    ...sources,
    pepper: options.pepper ?? null,
    oldPepper: options.oldPepper,
  })
  const accounts = new Accounts(database)
  const journal = new AnsweredJournal(join(options.directory, JOURNAL))
  const unanswered = new Unanswered({ database, accounts, commits, journal })
  const ledger = new SqliteLedger({ database, workspaces, accounts, commits, unanswered })
  const batches = new SqliteBatches(database, workspaces, ledger, commits)
  return {
    workspaces,
    keys,
    ledger,
    batches,
    watches: new SqliteWatches(database, workspaces, ledger, commits),
    audit: new SqliteAudit(database),
    events: new SqliteEvents(database),
    alerts: new SqliteAlerts(database),
    backUp: async (file) => {
      await writeBackup(file, async (part) => {
        // A charge that is confirmed in the journal alone would be voided in the copy.
        unanswered.write(() => undefined)
        await database.backUp(part)
        return { schema: SCHEMA, made_at: new Date(sources.epochMs()).toISOString() }
      })
    },
    erase: async (workspaceId) => {
      // What waits was allowed, and must not be written after the mark.
      commits.flush()
      const marked = database.transaction(() => markErased(database, workspaceId, sources.epochMs()))
      workspaces.forget()
      keys.forget()
      const removed = sumErased([{ keys: marked.keys }, await removeErased(database, workspaceId)])
      const kept = readKept(database, workspaceId)
      return { id: workspaceId, erasedAtMs: marked.erasedAtMs, removed, kept }
    },
    storage: new SqliteStorage(database, workspaces, options.directory, options.diskFloorBytes ?? 0),
    statistics: new SqliteStatistics(database),
    requestLog: new SqliteRequestLog(database),
    operators: new SqliteOperators(database),
    members: new SqliteMembers(database, workspaces, sources),
    personSessions: new SqlitePersonSessions(database),
    probe: async () => database.probe(),
    close: async () => {
      commits.flush()
      unanswered.close()
      // Those who wait for the disk learn of it. Closing syncs all that is left, or throws.
      await database.sync().catch(() => undefined)
      database.close()
      workspaces.forget()
      keys.forget()
    },
  }
}
