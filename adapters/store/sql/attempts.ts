import { KEPT_ATTEMPTS, type DeliveryAttempt } from '../../../core/policy/index.ts'
import type { Reader, Transaction } from './database.ts'

/** Remembers an attempt at the webhook of a batch that has ended. */
export async function addAttempt(tx: Transaction, batchId: string, ended: DeliveryAttempt): Promise<void> {
  await tx.run(
    `INSERT INTO attempts (batch_id, attempt, started_at_ms, duration_ms, status, error) VALUES ($1, $2, $3, $4, $5, $6)`,
    batchId,
    ended.attempt,
    ended.startedAtMs,
    ended.durationMs,
    ended.status,
    ended.error,
  )
  await tx.run(
    `DELETE FROM attempts WHERE batch_id = $1 AND row_id <=
       (SELECT row_id FROM attempts WHERE batch_id = $1 ORDER BY row_id DESC LIMIT 1 OFFSET $2)`,
    batchId,
    KEPT_ATTEMPTS,
  )
}

/** Attempts at the webhook of a batch. Order: time. */
export async function listAttempts(reader: Reader, batchId: string): Promise<readonly DeliveryAttempt[]> {
  const rows = await reader.list<DeliveryAttempt>(
    `SELECT attempt, started_at_ms AS "startedAtMs", duration_ms AS "durationMs", status, error
     FROM attempts WHERE batch_id = $1 ORDER BY row_id`,
    batchId,
  )
  return rows.map(({ attempt, startedAtMs, durationMs, status, error }) => {
    return { attempt, startedAtMs, durationMs, status, error }
  })
}
