import { PostgresDatabase } from '../drivers/postgres.ts'
import type { LedgerCheck } from '../ledger.ts'
import { StoreError } from '../store-error.ts'
import { countWorking, endSessions, revokeAll, type WorkingRights } from '../sql/rights.ts'
import { finishRevocations, takeChanges, type ChangesSince } from './changes-since.ts'
import { openPostgresStore, type PostgresStoreOptions } from './open-postgres-store.ts'

export interface RevokeOptions extends PostgresStoreOptions {
  /** Address of a database with newer data of the same store, such as the one that a recovery replaces. Default: nothing is compared. */
  readonly since?: string | undefined
  /** As in `RestoreOptions`. */
  readonly revokesAll?: boolean | undefined
}

/** A restored database, after what was revoked is revoked again. */
export interface RevokedAgain extends LedgerCheck {
  readonly working: WorkingRights
  /** Absent: null, `since` was not given. */
  readonly changes: ChangesSince | null
}

/** Connections to each of both databases. */
const CONNECTIONS = 1

/**
 * Revokes again in a PostgreSQL that was restored, before its servers start, as `restoreBackup` does: all sessions of people
 * end, and the rights that newer data has taken away, or all of them.
 *
 * Rejects: `damaged`, `not_supported`, `since` is the restored database itself; and as `openPostgresStore`.
 */
export async function revokeAgain({ since, revokesAll = false, ...options }: RevokeOptions): Promise<RevokedAgain> {
  const store = await openPostgresStore(options)
  const database = new PostgresDatabase(options.url, CONNECTIONS)
  try {
    if (since !== undefined) await requireOther(database, since)
    const nowMs = store.epochMs()
    await endSessions(database)
    if (revokesAll) await revokeAll(database, nowMs)
    const changes = since === undefined ? null : await compare(database, since, nowMs)
    if (changes !== null) await finishRevocations(store, changes.revocations, nowMs)
    return { ...(await store.ledger.check()), changes, working: await countWorking(database, nowMs) }
  } finally {
    await database.close()
    await store.close()
  }
}

/** Compared with itself, a database lacks nothing: what was revoked since would work again. Rejects: `not_supported`. */
async function requireOther(database: PostgresDatabase, since: string): Promise<void> {
  const newer = new PostgresDatabase(since, CONNECTIONS)
  try {
    const [own, other] = await Promise.all([database, newer].map((one) => one.list<{ is: string }>(WHICH)))
    if (own?.[0]?.is !== other?.[0]?.is) return
    const message =
      'The database of --since is the restored one itself: give the one that it replaces, or --revoke-all.'
    throw new StoreError('not_supported', message)
  } finally {
    await newer.close()
  }
}

/** Which database of which running server answers, whatever its address. */
const WHICH =
  "SELECT concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()), current_database(), current_schema()) AS is"

async function compare(database: PostgresDatabase, since: string, nowMs: number): Promise<ChangesSince> {
  const newer = new PostgresDatabase(since, CONNECTIONS)
  try {
    return await takeChanges(database, newer, { source: 'The database of --since', nowMs })
  } finally {
    await newer.close()
  }
}
