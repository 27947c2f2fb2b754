import type { BucketKeys } from '../bucket-keys.ts'
import type { StoredSecret } from '../stored-secrets.ts'
import type { Database, Transaction } from './database.ts'
import { listStoredSecrets, replaceStoredSecret } from './stored-secrets.ts'

export class SqlBucketKeys implements BucketKeys {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  async find(batchId: string): Promise<string | null> {
    const sql = 'SELECT sealed_secret AS sealed FROM bucket_keys WHERE id = $1'
    return (await this.database.list<{ sealed: string }>(sql, batchId))[0]?.sealed ?? null
  }

  listSecrets(): AsyncGenerator<StoredSecret> {
    return listStoredSecrets(this.database, 'bucket_keys')
  }

  async replaceSecret(stored: StoredSecret, sealedSecret: string): Promise<void> {
    await this.database.step('secrets', (tx) => replaceStoredSecret(tx, 'bucket_keys', stored, sealedSecret))
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
