import type { StoredSecret } from '../stored-secrets.ts'
import type { Database, Transaction } from './database.ts'

type OwnerTable = 'batches' | 'watches'

/** Secrets that are read at a time. Other requests run between two reads. */
const SECRETS_PER_READ = 500

/** The secrets of a table's rows, in the order of their places. A run of a watch has none of its own. */
export async function* listStoredSecrets(database: Database, table: OwnerTable): AsyncGenerator<StoredSecret> {
  const isOwner = table === 'batches' ? 'watch_id IS NULL' : 'TRUE'
  const sql = `SELECT place, id, sealed_secret FROM ${table} WHERE place > $1 AND ${isOwner} ORDER BY place LIMIT $2`
  for (let after = 0; ;) {
    const rows = await database.list<{ place: number; id: string; sealed_secret: string }>(sql, after, SECRETS_PER_READ)
    for (const { id: ownerId, sealed_secret: sealedSecret } of rows) yield { ownerId, sealedSecret }
    if (rows.length < SECRETS_PER_READ) return
    after = rows.at(-1)?.place ?? after
  }
}

/** Replaces the secret of a row, if it is still the given one. */
export async function replaceStoredSecret(
  tx: Transaction,
  table: OwnerTable,
  { ownerId, sealedSecret: known }: StoredSecret,
  sealedSecret: string,
): Promise<void> {
  const sql = `UPDATE ${table} SET sealed_secret = $1 WHERE id = $2 AND sealed_secret = $3`
  await tx.run(sql, sealedSecret, ownerId, known)
}
