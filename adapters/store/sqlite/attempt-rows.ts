import { KEPT_ATTEMPTS, type DeliveryAttempt } from '../../../core/policy/index.ts'
import type { Database } from './database.ts'

/** Remembers an attempt at the webhook of a batch, and forgets those that are too many, inside a transaction. */
export function rememberAttempt(database: Database, batch: number, ended: DeliveryAttempt): void {
  const { attempt, startedAtMs, durationMs, status, error } = ended
  database.run(
    `INSERT INTO attempts (batch, attempt, started_at_ms, duration_ms, status, error) VALUES (?, ?, ?, ?, ?, ?)`,
    batch,
    attempt,
    startedAtMs,
    durationMs,
    status,
    error,
  )
  database.run(
    `DELETE FROM attempts WHERE batch = ? AND place <=
       (SELECT place FROM attempts WHERE batch = ? ORDER BY place DESC LIMIT 1 OFFSET ?)`,
    batch,
    batch,
    KEPT_ATTEMPTS,
  )
}

/** Attempts at the webhook of a batch. Order: time. */
export function listAttempts(database: Database, batchId: string): readonly DeliveryAttempt[] {
  const rows = database.list<DeliveryAttempt>(
    `SELECT attempt, attempts.started_at_ms AS startedAtMs, duration_ms AS durationMs, attempts.status, error
     FROM attempts JOIN batches ON batches.place = attempts.batch WHERE id = ? ORDER BY attempts.place`,
    batchId,
  )
  return rows.map(({ attempt, startedAtMs, durationMs, status, error }) => {
    return { attempt, startedAtMs, durationMs, status, error }
  })
}
