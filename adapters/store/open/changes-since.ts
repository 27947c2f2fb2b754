import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { StoreError } from '../store-error.ts'
import { STORE_FILE } from './open-sqlite-store.ts'
import { DatabaseSync } from '../drivers/sqlite-library.ts'

/** What a database has, of any schema. */
interface Contents {
  readonly workspaces: ReadonlySet<string>
  readonly keys: ReadonlyMap<string, KeyRow>
  readonly charges: number
  readonly credits: number
  readonly batches: ReadonlySet<string>
}

interface KeyRow {
  readonly id: string
  readonly name: string
  readonly revoked_at_ms: number | null
  /** Absent in the first schemas: undefined. */
  readonly expires_at_ms?: number | null
  /** A list as JSON. Absent in the first schemas: undefined, all addresses. */
  readonly allowed_addresses?: string
}

/** A key as an operator knows it. */
export type NamedKey = Pick<KeyRow, 'id' | 'name'>

/** What happened to a store after its backup. */
export interface ChangesSince {
  /** Keys of the backup that were revoked since, or whose end was moved forward. */
  readonly revokedKeys: readonly NamedKey[]
  /** Keys of the backup that have other address ranges since. */
  readonly restrictedKeys: readonly NamedKey[]
  /** Keys that the backup does not have. */
  readonly newKeys: readonly NamedKey[]
  readonly newWorkspaces: readonly string[]
  readonly newBatches: number
  /** Charges that the backup does not have, and their credits. */
  readonly charges: number
  readonly credits: number
}

/** Files of the store: the database, and transactions that are not in it yet. */
const FILES = [STORE_FILE, `${STORE_FILE}-wal`]

/**
 * Compares a restored database with the data folder that it replaces. The folder is copied, and stays as it is.
 * `trial`: an empty folder for the copy.
 *
 * Throws: `damaged`, the folder can't be read, or has the data of another store.
 */
export function findChanges(restored: string, since: string, trial: string): ChangesSince {
  const [before, now] = [readContents(restored), readOld(since, trial)]
  if (before.workspaces.size > 0 && ![...before.workspaces].some((id) => now.workspaces.has(id))) {
    throw new StoreError('damaged', `${since} has the data of another store: it has no workspace of the backup.`)
  }
  const pairs = [...before.keys.values()].map((key) => ({ key, later: now.keys.get(key.id) ?? null }))
  return {
    revokedKeys: pairs.filter(({ key, later }) => endOf(later) < endOf(key)).map(({ key }) => key),
    restrictedKeys: pairs
      .filter(({ key, later }) => later !== null && (later.allowed_addresses ?? '[]') !== key.allowed_addresses)
      .map(({ key }) => key),
    newKeys: [...now.keys.values()].filter(({ id }) => !before.keys.has(id)),
    newWorkspaces: [...now.workspaces].filter((id) => !before.workspaces.has(id)),
    newBatches: [...now.batches].filter((id) => !before.batches.has(id)).length,
    charges: now.charges - before.charges,
    credits: now.credits - before.credits,
  }
}

/** Time from which a key can't be used. A key that is gone: always. */
function endOf(key: KeyRow | null): number {
  if (key === null) return -Infinity
  return Math.min(key.revoked_at_ms ?? Infinity, key.expires_at_ms ?? Infinity)
}

function readOld(since: string, trial: string): Contents {
  try {
    mkdirSync(trial)
    for (const name of FILES) if (existsSync(join(since, name))) copyFileSync(join(since, name), join(trial, name))
    return readContents(join(trial, STORE_FILE))
  } catch (error) {
    const message = `The data in ${since} can't be read: ${(error as Error).message}. Restore with --revoke-keys instead of --since, and create new keys.`
    throw new StoreError('damaged', message, { cause: error })
  }
}

function readContents(file: string): Contents {
  const database = new DatabaseSync(file)
  try {
    const list = <Row>(sql: string): Row[] => database.prepare(sql).all() as Row[]
    const [sums] = list<{ charges: number | null; credits: number | null }>(
      'SELECT sum(charges) AS charges, sum(credits) AS credits FROM usage',
    )
    return {
      workspaces: new Set(list<{ id: string }>('SELECT id FROM workspaces').map(({ id }) => id)),
      keys: new Map(list<KeyRow>('SELECT * FROM keys ORDER BY row_id').map((key) => [key.id, key])),
      charges: sums?.charges ?? 0,
      credits: sums?.credits ?? 0,
      batches: new Set(list<{ id: string }>('SELECT id FROM batches').map(({ id }) => id)),
    }
  } finally {
    database.close()
  }
}
