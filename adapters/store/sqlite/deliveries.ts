import { afterAttempt, isEnded, type AttemptOutcome } from '../../../core/policy/index.ts'
import type { DeliveryClaim, Lease } from '../batches.ts'
import { findBatchRow, toBatch, type BatchRow } from './batch-rows.ts'
import type { Database } from './database.ts'

export function claimDeliveries(database: Database, most: number, { nowMs, leaseMs }: Lease): DeliveryClaim[] {
  return database.transaction(() => {
    const due = database.list<Pick<BatchRow, 'place' | 'id' | 'delivery_attempts'>>(
      `SELECT place, id, delivery_attempts FROM batches
       WHERE delivery_at_ms <= ? AND delivery_until_ms <= ? ORDER BY delivery_at_ms LIMIT ?`,
      nowMs,
      nowMs,
      most,
    )
    return due.map(({ place, id, delivery_attempts }) => {
      database.run('UPDATE batches SET delivery_until_ms = ? WHERE place = ?', nowMs + leaseMs, place)
      return { batchId: id, attempt: delivery_attempts + 1 }
    })
  })
}

export function endAttempt(
  database: Database,
  { batchId, attempt }: DeliveryClaim,
  outcome: AttemptOutcome,
  nowMs: number,
): void {
  database.transaction(() => {
    const row = findBatchRow(database, batchId)
    const delivery = row === null ? null : toBatch(row).delivery
    if (delivery === null || delivery.nextAtMs === null || delivery.attempts !== attempt - 1) return
    const after = afterAttempt(delivery, outcome, nowMs)
    database.run(
      `UPDATE batches SET delivery_status = ?, delivery_attempts = ?, delivery_at_ms = ?, delivery_until_ms = 0,
         delivery_error = ?, delivered_at_ms = ? WHERE id = ?`,
      after.status,
      after.attempts,
      after.nextAtMs,
      after.lastError,
      after.deliveredAtMs,
      batchId,
    )
  })
}

export function redeliver(database: Database, batchId: string, nowMs: number): 'due' | 'not_ended' | 'no_webhook' {
  const row = findBatchRow(database, batchId)
  if (row === null || row.webhook_url === null) return 'no_webhook'
  if (!isEnded(row)) return 'not_ended'
  database.run(
    `UPDATE batches SET delivery_status = 'pending', delivery_attempts = 0, delivery_at_ms = ?, delivery_until_ms = 0
     WHERE id = ?`,
    nowMs,
    batchId,
  )
  return 'due'
}
