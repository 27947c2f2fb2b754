import { setImmediate as nextTurn } from 'node:timers/promises'
import type { StoredSecret } from '../stored-secrets.ts'
import type { Database } from './database.ts'

type OwnerTable = 'batches' | 'watches'

/** Secrets that are read at a time. Other requests run between two reads. */
const SECRETS_PER_READ = 500

/** The secrets of a table's rows, in the order of their places. A run of a watch has none of its own. */
export async function* listStoredSecrets(database: Database, table: OwnerTable): AsyncGenerator<StoredSecret> {
  const isOwner = table === 'batches' ? 'watch_id IS NULL' : 'TRUE'
  const sql = `SELECT place, id AS ownerId, sealed_secret AS sealedSecret
    FROM ${table} WHERE place > ? AND ${isOwner} ORDER BY place LIMIT ?`
  for (let after = 0; ;) {
    const rows = database.list<StoredSecret & { readonly place: number }>(sql, after, SECRETS_PER_READ)
    for (const { ownerId, sealedSecret } of rows) yield { ownerId, sealedSecret }
    if (rows.length < SECRETS_PER_READ) return
    after = rows.at(-1)?.place ?? after
    await nextTurn()
  }
}

/** Replaces the secret of a row, if it is still the given one. */
export function replaceStoredSecret(
  database: Database,
  table: OwnerTable,
  { ownerId, sealedSecret: known }: StoredSecret,
  sealedSecret: string,
): void {
  const sql = `UPDATE ${table} SET sealed_secret = ? WHERE id = ? AND sealed_secret = ?`
  database.run(sql, sealedSecret, ownerId, known)
}
