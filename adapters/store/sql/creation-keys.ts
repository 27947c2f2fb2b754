import { IDEMPOTENCY_MS, type KeyMode } from '../../../core/policy/index.ts'
import type { Idempotency } from '../batches.ts'
import { keyNameOf, type KeyedRequest } from '../idempotency.ts'
import type { Reader, Transaction } from './database.ts'

/** What is created with an idempotency key: a batch, a schedule or a watch. */
export interface Creation {
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
export async function findCreated(
  reader: Reader,
  { workspaceId, mode, idempotency, createdAtMs }: Creation,
): Promise<{ readonly id: string } | 'idempotency_conflict' | null> {
  if (idempotency === null || idempotency === undefined) return null
  const name = keyNameOf({ mode, key: idempotency.key })
  const [used] = await reader.list<{ body_hash: string; created_id: string }>(
    'SELECT body_hash, created_id FROM creation_keys WHERE workspace_id = $1 AND name = $2 AND used_at_ms > $3',
    workspaceId,
    name,
    createdAtMs - IDEMPOTENCY_MS,
  )
  if (used !== undefined) {
    return used.body_hash === idempotency.bodyHash ? { id: used.created_id } : 'idempotency_conflict'
  }
  return (await isOfRequest(reader, workspaceId, name, createdAtMs)) ? 'idempotency_conflict' : null
}

/** Remembers what an idempotency key has created, in the step that creates it. */
export async function rememberCreated(
  tx: Transaction,
  { id, workspaceId, mode, idempotency, createdAtMs }: Creation,
): Promise<void> {
  if (idempotency === null || idempotency === undefined) return
  await tx.run(
    `INSERT INTO creation_keys (workspace_id, name, body_hash, created_id, used_at_ms) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (workspace_id, name) DO UPDATE
     SET body_hash = excluded.body_hash, created_id = excluded.created_id, used_at_ms = excluded.used_at_ms`,
    workspaceId,
    keyNameOf({ mode, key: idempotency.key }),
    idempotency.bodyHash,
    id,
    createdAtMs,
  )
}

/** Whether the key of a paid request has created a batch or a watch. */
export async function hasCreated(reader: Reader, request: KeyedRequest, nowMs: number): Promise<boolean> {
  const sql = 'SELECT 1 AS found FROM creation_keys WHERE workspace_id = $1 AND name = $2 AND used_at_ms > $3'
  return (await reader.list(sql, request.workspaceId, keyNameOf(request), nowMs - IDEMPOTENCY_MS)).length > 0
}

/** Whether a key is that of a paid request: it creates no batch and no watch then. */
async function isOfRequest(reader: Reader, workspaceId: string, name: string, nowMs: number): Promise<boolean> {
  const sql = 'SELECT 1 AS found FROM request_keys WHERE workspace_id = $1 AND name = $2 AND claimed_at_ms > $3'
  return (await reader.list(sql, workspaceId, name, nowMs - IDEMPOTENCY_MS)).length > 0
}
