import type { SecretOwners, StoredSecret } from '../stored-secrets.ts'
import type { Database, Transaction } from './database.ts'

/** Columns with the secrets of owners, and which rows have one. A run of a watch has none of its own. */
const OWNERS = {
  batches: { secret: 'sealed_secret', isOwner: 'watch_id IS NULL' },
  bucket_keys: { secret: 'sealed_secret', isOwner: 'TRUE' },
  schedules: { secret: 'sealed_secret', isOwner: 'TRUE' },
  watches: { secret: 'sealed_secret', isOwner: 'TRUE' },
  workspaces: { secret: 'events_secret', isOwner: 'events_secret IS NOT NULL' },
} as const

type OwnerTable = keyof typeof OWNERS

/** Secrets that are read at a time. Other requests run between two reads. */
const SECRETS_PER_READ = 500

/** The secrets of a table's rows, in the order of their rowIds. */
export async function* listStoredSecrets(database: Database, table: OwnerTable): AsyncGenerator<StoredSecret> {
  const { secret, isOwner } = OWNERS[table]
  const sql = `SELECT row_id, id, ${secret} AS sealed FROM ${table} WHERE row_id > $1 AND ${isOwner} ORDER BY row_id LIMIT $2`
  for (let after = 0; ;) {
    const rows = await database.list<{ row_id: number; id: string; sealed: string }>(sql, after, SECRETS_PER_READ)
    for (const { id: ownerId, sealed: sealedSecret } of rows) yield { ownerId, sealedSecret }
    if (rows.length < SECRETS_PER_READ) return
    after = rows.at(-1)?.row_id ?? after
  }
}

/** Replaces the secret of a row, if it is still the given one. */
export async function replaceStoredSecret(
  tx: Transaction,
  table: OwnerTable,
  { ownerId, sealedSecret: known }: StoredSecret,
  sealedSecret: string,
): Promise<void> {
  const { secret } = OWNERS[table]
  await tx.run(`UPDATE ${table} SET ${secret} = $1 WHERE id = $2 AND ${secret} = $3`, sealedSecret, ownerId, known)
}

/** A table whose rows have secrets. */
export class SqlSecretOwners implements SecretOwners {
  protected readonly database: Database
  private readonly table: OwnerTable

  constructor(database: Database, table: OwnerTable) {
    this.database = database
    this.table = table
  }

  listSecrets(): AsyncGenerator<StoredSecret> {
    return listStoredSecrets(this.database, this.table)
  }

  async replaceSecret(stored: StoredSecret, sealedSecret: string): Promise<void> {
    await this.database.step('secrets', (tx) => replaceStoredSecret(tx, this.table, stored, sealedSecret))
  }
}
