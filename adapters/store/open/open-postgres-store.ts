import { PostgresDatabase } from '../drivers/postgres.ts'
import { createStore, type StoreOptions } from '../sql/create-store.ts'
import { ServerClock } from '../sql/server-clock.ts'
import { StoreError } from '../store-error.ts'
import type { Store } from '../store.ts'

/** Connections of a process by default. */
const CONNECTIONS = 10

export interface PostgresStoreOptions extends StoreOptions {
  /** Address of the database: `postgres://user:password@host:port/name`. */
  readonly url: string
  /** Most connections of this process. One more hears what other processes announce. Default: 10. */
  readonly connections?: number | undefined
  /** Time after which what a dead process held is free. Meanwhile it shows that it is alive. Unit: ms. Default: 30,000. */
  readonly leaseMs?: number | undefined
}

export interface PostgresStore extends Store {
  /** Clock of the database, unless another was given. Unit: ms since 1970. */
  readonly epochMs: () => number
}

/**
 * Opens a store in a PostgreSQL database that other processes may use at the same time.
 *
 * Rejects: `newer_schema`, `pepper_mismatch`, `unavailable`.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const database = new PostgresDatabase(options.url, options.connections ?? CONNECTIONS)
  try {
    const clock = options.epochMs === undefined ? await ServerClock.open(database) : null
    const epochMs = options.epochMs ?? (() => clock?.epochMs() ?? 0)
    const store = await createStore(
      database,
      { ...options, epochMs },
      {
        isAlone: false,
        leaseMs: options.leaseMs,
        // The server reports a full disk itself: what needs room is refused then, and nothing is lost.
        hasRoom: async () => true,
        // The server frees and reuses the space of removed rows by itself.
        compact: async () => undefined,
        backUp: async () => {
          const message = 'The data is in PostgreSQL: copy it with pg_dump, as adapters/store/operation.md describes.'
          throw new StoreError('not_supported', message)
        },
      },
    )
    const close = async (): Promise<void> => {
      await clock?.close()
      await store.close()
    }
    return { ...store, epochMs, close }
  } catch (error) {
    await database.close()
    throw error
  }
}
