import { IDEMPOTENCY_MS, type KeyMode } from '../../../core/policy/index.ts'
import type { Idempotency } from '../batches.ts'
import { batchKeyOf, keyNameOf } from '../idempotency.ts'
import type { Database } from './database.ts'
import { isOfRequest } from './request-keys.ts'

/** What is created with an idempotency key: a batch, or a watch. */
interface Creation {
  readonly id: string
  readonly workspaceId: string
  readonly mode: KeyMode
  readonly createdAtMs: number
  /** Absent: null or undefined, it has no key. */
  readonly idempotency?: Idempotency | null | undefined
}

/**
 * Id of what the idempotency key has created. Absent: null, nothing.
 * `idempotency_conflict`: with another body, or the key is that of a paid request.
 */
export function findCreated(
  database: Database,
  { workspaceId, mode, idempotency, createdAtMs }: Creation,
): { readonly id: string } | 'idempotency_conflict' | null {
  if (idempotency === null || idempotency === undefined) return null
  const { key, bodyHash } = idempotency
  // `batch_id` is also the id of a watch.
  const [used] = database.list<{ body_hash: string; id: string }>(
    'SELECT body_hash, batch_id AS id FROM idempotency WHERE workspace_id = ? AND key = ? AND used_at_ms > ?',
    workspaceId,
    batchKeyOf(mode, key),
    createdAtMs - IDEMPOTENCY_MS,
  )
  if (used !== undefined) return used.body_hash === bodyHash ? { id: used.id } : 'idempotency_conflict'
  return isOfRequest(database, workspaceId, keyNameOf({ mode, key }), createdAtMs) ? 'idempotency_conflict' : null
}

/** Remembers what an idempotency key has created, inside a transaction. */
export function rememberCreated(
  database: Database,
  { id, workspaceId, mode, idempotency, createdAtMs }: Creation,
): void {
  if (idempotency === null || idempotency === undefined) return
  database.run(
    'INSERT OR REPLACE INTO idempotency (workspace_id, key, body_hash, batch_id, used_at_ms) VALUES (?, ?, ?, ?, ?)',
    workspaceId,
    batchKeyOf(mode, idempotency.key),
    idempotency.bodyHash,
    id,
    createdAtMs,
  )
}
