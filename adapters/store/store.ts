import type { Audit } from './audit.ts'
import type { Batches } from './batches.ts'
import type { BucketKeys } from './bucket-keys.ts'
import type { Keys } from './keys.ts'
import type { Ledger } from './ledger.ts'
import type { Outbox } from './outbox.ts'
import type { People } from './people.ts'
import type { PersonSessions } from './person-sessions.ts'
import type { RequestLog } from './request-log.ts'
import type { Schedules } from './schedules.ts'
import type { Statistics } from './statistics.ts'
import type { Storage } from './storage.ts'
import type { Watches } from './watches.ts'
import type { ErasedWorkspace, Workspaces } from './workspaces.ts'

/**
 * All durable data of the service. Every method rejects with a `StoreError`: `unavailable` or
 * `closed` from any of them, and the codes that its description lists.
 */
export interface Store {
  readonly workspaces: Workspaces
  readonly keys: Keys
  readonly ledger: Ledger
  readonly batches: Batches
  readonly bucketKeys: BucketKeys
  readonly schedules: Schedules
  readonly watches: Watches
  readonly audit: Audit
  readonly outbox: Outbox
  /**
   * Copies all data to a new file, while the store is in use. The copy has what was written before the call.
   * Throws: `file_exists`; `unavailable`; `not_supported`, the data is in PostgreSQL.
   */
  backUp(file: string): Promise<void>
  /**
   * Removes all that a workspace has, except its charges and usage under its id. From the first moment on, it is an
   * unknown workspace, its keys are unauthorized, and nothing is charged to it. If the call does not end, because the
   * process dies or the store fails, call it again: it removes the rest.
   *
   * Throws: `unknown_workspace`; `batches_open`, nothing is removed.
   */
  erase(workspaceId: string): Promise<ErasedWorkspace>
  readonly storage: Storage
  readonly statistics: Statistics
  readonly requestLog: RequestLog
  readonly people: People
  readonly personSessions: PersonSessions
  /** Writes a few bytes as durably as a charge. Rejects: `unavailable`, also when the data was deleted, replaced, or restored. */
  probe(): Promise<void>
  /** Waits for writes in progress, and closes the store. A second call has no effect. */
  close(): Promise<void>
}
