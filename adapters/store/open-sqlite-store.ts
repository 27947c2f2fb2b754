import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { openSqliteFile } from './drivers/sqlite-file.ts'
import { SqliteDatabase } from './drivers/sqlite.ts'
import { createStore, type StoreOptions } from './sql/create-store.ts'
import type { Store } from './store.ts'

/** Name of the file in its folder. */
export const STORE_FILE = 'shelfmark.sqlite'

export interface SqliteStoreOptions extends StoreOptions {
  /** Folder of the file. Both are created if they do not exist. */
  readonly directory: string
  /** Free bytes of the disk below which there is no room for new batches. Default: 0. */
  readonly diskFloorBytes?: number | undefined
}

/**
 * Opens a store in an SQLite file, for this process alone.
 *
 * Rejects: `locked`, `damaged`, `older_schema`, `newer_schema`, `pepper_mismatch`, `unavailable`.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const database = new SqliteDatabase(openSqliteFile(join(options.directory, STORE_FILE)))
  try {
    const store = await createStore(database, options, {
      isAlone: true,
      compact: () => database.outside((file) => file.compact()),
      hasRoom: async () => {
        const { bavail, bsize } = await statfs(options.directory)
        return bavail * bsize >= (options.diskFloorBytes ?? 0)
      },
    })
    return {
      ...store,
      probe: async () => {
        await store.probe()
        await database.outside((file) => file.requireSame())
      },
    } as Store
  } catch (error) {
    await database.close()
    throw error
  }
}
