import { randomBytes } from 'node:crypto'
import type { RandomBytes } from '../sources.ts'
import type { Store } from '../store.ts'
import { SqlAudit } from './audit.ts'
import { SqlBatches } from './batches.ts'
import { SqlBucketKeys } from './bucket-keys.ts'
import type { Database } from './database.ts'
import { eraseWorkspace } from './erase-workspace.ts'
import { SqlKeys } from './keys.ts'
import { SqlLedger } from './ledger.ts'
import { Owed } from './owed.ts'
import { migrate } from './migrate.ts'
import { SqlOutbox } from './outbox.ts'
import { SqlPeople } from './people.ts'
import { SqlPersonSessions } from './person-sessions.ts'
import { Processes, type ProcessOptions } from './processes.ts'
import type { Storage } from '../storage.ts'
import { RememberedDatabase, type OnLoss, type Remembering } from './remembered-database.ts'
import { SqlRequestLog } from './request-log.ts'
import { SqlSchedules } from './schedules.ts'
import { SqlStatistics } from './statistics.ts'
import { SqlStorage } from './storage.ts'
import { SqlWatches } from './watches.ts'
import { SqlWorkspaces } from './workspaces.ts'

export interface StoreOptions {
  /** Secret that the hashes of keys depend on. While the store has keys, it changes by way of `oldPepper`. Default: none. */
  readonly pepper?: string | null | undefined
  /** Another secret with which keys are accepted. null: plain hashes. Default: none. */
  readonly oldPepper?: string | null | undefined
  /** Unit: ms since 1970. Default: the system clock. */
  readonly epochMs?: (() => number) | undefined
  /** Default: that of `node:crypto`. */
  readonly randomBytes?: RandomBytes | undefined
  /** The store is `unavailable` from then on. */
  readonly onLoss?: OnLoss | undefined
}

/** What depends on where the data is. */
export interface Place extends ProcessOptions, Pick<Remembering, 'requireSame'> {
  /** Whether there is room for more batches. */
  readonly hasRoom: Storage['hasRoom']
  /** Rewrites the data, so that nothing that was removed is left in its free space. */
  readonly compact: () => Promise<void>
  readonly backUp: Store['backUp']
}

/** Opens the data of a database, and brings its tables up to date. Rejects: `newer_schema`, `pepper_mismatch`, `unavailable`. */
export async function createStore(opened: Database, options: StoreOptions, place: Place): Promise<Store> {
  await migrate(opened)
  const sources = { epochMs: options.epochMs ?? Date.now, randomBytes: options.randomBytes ?? randomBytes }
  const remembering = { ...sources, requireSame: place.requireSame, onLoss: options.onLoss }
  const database = await RememberedDatabase.open(opened, remembering)
  const workspaces = new SqlWorkspaces(database, sources)
  const { pepper = null, oldPepper } = options
  const keys = await SqlKeys.open(database, workspaces, { ...sources, pepper, oldPepper })
  const processes = await Processes.open(database, sources, place)
  const owed = new Owed(database)
  const ledger = new SqlLedger({ database, workspaces, processes, sources, owed })
  return {
    workspaces,
    keys,
    ledger,
    batches: new SqlBatches(database, owed),
    bucketKeys: new SqlBucketKeys(database),
    schedules: new SqlSchedules(database),
    watches: new SqlWatches(database, owed),
    outbox: new SqlOutbox(database),
    audit: new SqlAudit(database),
    people: new SqlPeople(database, workspaces, sources),
    personSessions: new SqlPersonSessions(database),
    statistics: new SqlStatistics(database),
    requestLog: new SqlRequestLog(database),
    storage: new SqlStorage(database, workspaces, place.hasRoom),
    erase: (id) => eraseWorkspace(database, id, sources.epochMs(), place.compact),
    backUp: place.backUp,
    probe: () => database.probe(),
    close: async () => {
      await owed.close()
      await processes.close()
      await database.close()
    },
  }
}
