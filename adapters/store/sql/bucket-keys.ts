import type { BucketKeys } from '../bucket-keys.ts'
import type { Database, Transaction } from './database.ts'
import { SqlSecretOwners } from './stored-secrets.ts'

export class SqlBucketKeys extends SqlSecretOwners implements BucketKeys {
  constructor(database: Database) {
    super(database, 'bucket_keys')
  }

  async find(batchId: string): Promise<string | null> {
    const sql = 'SELECT sealed_secret AS sealed FROM bucket_keys WHERE id = $1'
    return (await this.database.list<{ sealed: string }>(sql, batchId))[0]?.sealed ?? null
  }
}

/** Writes the keys for the bucket of a batch, in the step that writes it. */
export async function addBucketKeys(
  tx: Transaction,
  { id, workspaceId }: { readonly id: string; readonly workspaceId: string },
  sealed: string,
): Promise<void> {
  await tx.run('INSERT INTO bucket_keys (id, workspace_id, sealed_secret) VALUES ($1, $2, $3)', id, workspaceId, sealed)
}

export async function forgetBucketKeys(tx: Transaction, id: string): Promise<void> {
  await tx.run('DELETE FROM bucket_keys WHERE id = $1', id)
}
