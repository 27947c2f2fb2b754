import { PostgresDatabase } from './drivers/postgres.ts'
import { createStore, type StoreOptions } from './sql/create-store.ts'
import { StoreError } from './store-error.ts'
import type { Store } from './store.ts'

/** Connections of a process by default. */
const CONNECTIONS = 10

export interface PostgresStoreOptions extends StoreOptions {
  /** Address of the database: `postgres://user:password@host:port/name`. */
  readonly url: string
  /** Most connections of this process. One more hears what other processes announce. Default: 10. */
  readonly connections?: number | undefined
}

/**
 * Opens a store in a PostgreSQL database that other processes may use at the same time.
 *
 * Rejects: `newer_schema`, `pepper_mismatch`, `unavailable`.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const database = new PostgresDatabase(options.url, options.connections ?? CONNECTIONS)
  try {
    return await createStore(database, options, {
      isAlone: false,
      // The server reports a full disk itself: what needs room is refused then, and nothing is lost.
      hasRoom: async () => true,
      // The server frees and reuses the space of removed rows by itself.
      compact: async () => undefined,
      backUp: async () => {
        const message = 'The data is in PostgreSQL: copy it with pg_dump, as adapters/store/README.md describes.'
        throw new StoreError('not_supported', message)
      },
    })
  } catch (error) {
    await database.close()
    throw error
  }
}
