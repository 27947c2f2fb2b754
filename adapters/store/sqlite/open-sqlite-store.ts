import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { KeyKind } from '../../../core/policy/index.ts'
import type { RandomBytes } from '../key-hash.ts'
import type { Charge, DayRange, NewWorkspace, Reservation, Store, WorkspaceChange } from '../store.ts'
import { SqliteBatches } from './batches.ts'
import type { Database } from './database.ts'
import { GroupCommit } from './group-commit.ts'
import { Keys } from './keys.ts'
import { Ledger } from './ledger.ts'
import { openDatabase } from './open-database.ts'
import { Workspaces } from './workspaces.ts'

const FILE = 'shelfmark.sqlite'

export interface SqliteStoreOptions {
  /** Folder of the file; both are created when there are none. */
  readonly directory: string
  /** Secret that hashes of keys depend on; it can't be changed while there are keys. Default: none. */
  readonly pepper?: string | null | undefined
  /** Unit: ms. Default: the clock of the system. */
  readonly now?: (() => number) | undefined
  /** Default: those of `node:crypto`. */
  readonly randomBytes?: RandomBytes | undefined
}

/**
 * Opens a store in a file of SQLite, for this process alone.
 *
 * Rejects: `locked`, `newer_schema`, `pepper_mismatch`, `unavailable`.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const database = openDatabase(join(options.directory, FILE))
  try {
    return new SqliteStore(database, options)
  } catch (error) {
    database.close()
    throw error
  }
}

class SqliteStore implements Store {
  readonly batches: SqliteBatches
  private readonly database: Database
  private readonly workspaces: Workspaces
  private readonly keys: Keys
  private readonly ledger: Ledger
  private readonly commits: GroupCommit

  constructor(database: Database, options: SqliteStoreOptions) {
    const sources = { now: options.now ?? Date.now, randomBytes: options.randomBytes ?? randomBytes }
    this.database = database
    this.workspaces = new Workspaces(database, sources)
    this.keys = new Keys(database, this.workspaces, { ...sources, pepper: options.pepper ?? null })
    this.commits = new GroupCommit((work) => database.transaction(work))
    this.ledger = new Ledger(database, this.workspaces, this.commits)
    this.batches = new SqliteBatches(database, this.ledger, this.commits)
  }

  async createWorkspace(workspace: NewWorkspace) {
    return this.workspaces.create(workspace)
  }

  async createFirstWorkspace(workspace: NewWorkspace) {
    return this.workspaces.list().length > 0 ? null : this.workspaces.create(workspace)
  }

  async listWorkspaces() {
    return this.workspaces.list()
  }

  async updateWorkspace(workspaceId: string, change: WorkspaceChange) {
    return this.workspaces.update(workspaceId, change)
  }

  async createKey(workspaceId: string, { kind, name }: { readonly kind: KeyKind; readonly name: string }) {
    return this.keys.create(workspaceId, kind, name)
  }

  async listKeys(workspaceId: string) {
    return this.keys.list(workspaceId)
  }

  async revokeKey(keyId: string) {
    return this.keys.revoke(keyId)
  }

  async rotateKey(keyId: string) {
    return this.keys.rotate(keyId)
  }

  async authenticate(fullKey: string) {
    return this.keys.authenticate(fullKey)
  }

  async reserve(workspaceId: string, credits: number, nowMs: number) {
    return this.ledger.reserve(workspaceId, credits, nowMs)
  }

  settle(reservation: Reservation, charge: Charge) {
    return this.ledger.settle(reservation, charge)
  }

  async release(reservation: Reservation) {
    this.ledger.end(reservation, 0)
  }

  async usage(workspaceId: string, days: DayRange) {
    return this.ledger.usage(workspaceId, days)
  }

  async checkLedger() {
    return this.ledger.check()
  }

  async close() {
    this.commits.flush()
    this.database.close()
    this.workspaces.close()
    this.keys.close()
  }
}
