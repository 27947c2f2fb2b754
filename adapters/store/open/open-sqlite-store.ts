import { statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import PQueue from 'p-queue'
import { writeBackup } from './backup-file.ts'
import { isAbsent } from '../drivers/database-file.ts'
import { openSqliteFile } from '../drivers/sqlite-file.ts'
import { SqliteDatabase } from '../drivers/sqlite.ts'
import { createStore, type StoreOptions } from '../sql/create-store.ts'
import { MIGRATIONS } from '../sql/migrations.ts'
import { StoreError } from '../store-error.ts'
import type { Store } from '../store.ts'

/** Name of the file of a server in its folder. */
export const STORE_FILE = 'shelfmark.sqlite'

export interface SqliteStoreOptions extends StoreOptions {
  /** Folder of the file. Both are created if they do not exist. */
  readonly directory: string
  /** Name of the file. Default: `STORE_FILE`. */
  readonly file?: string | undefined
  /** Whether a new store may begin. Default: true. */
  readonly mayBegin?: boolean | undefined
  /** Free bytes of the disk below which there is no room for new batches. Default: 0. */
  readonly diskFloorBytes?: number | undefined
}

/**
 * Opens a store in an SQLite file, for this process alone.
 *
 * Rejects: `absent`, `locked`, `damaged`, `older_schema`, `newer_schema`, `pepper_mismatch`, `unavailable`.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { directory, file = STORE_FILE, mayBegin = true, diskFloorBytes = 0, epochMs = Date.now } = options
  const path = join(directory, file)
  if (!mayBegin && isAbsent(path)) throw new StoreError('absent', `There is no store in ${resolve(directory)}.`)
  const database = new SqliteDatabase(openSqliteFile(path))
  /** What needs the file as it is, or rewrites it. */
  const inTurn = new PQueue({ concurrency: 1 })
  try {
    return await createStore(database, options, {
      isAlone: true,
      requireSame: () => database.outside((file) => file.requireSame()),
      hasRoom: async () => {
        const { bavail, bsize } = await statfs(directory)
        return bavail * bsize >= diskFloorBytes
      },
      compact: () => inTurn.add(() => database.outside((file) => file.compact())),
      backUp: async (target) => {
        await writeBackup(target, (part) =>
          inTurn.add(async () => {
            const made_at = new Date(epochMs()).toISOString()
            await database.outside((file) => file.backUp(part))
            return { schema: MIGRATIONS.length, made_at }
          }),
        )
      },
    })
  } catch (error) {
    await database.close()
    throw error
  }
}
