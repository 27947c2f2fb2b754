import {
  afterAttempt,
  isEnded,
  pickDeliveries,
  redeliveryWaitMs,
  type AttemptOutcome,
  type DeliveryLane,
  type DeliverySlots,
} from '../../../core/policy/index.ts'
import type { DeliveryClaim, Lease, Redelivery } from '../batches.ts'
import { isWatchEvent } from '../watches.ts'
import { findBatchRow, toBatch, type BatchRow } from './batch-rows.ts'
import type { Database } from './database.ts'
import { findWatchEvent } from './watch-event-rows.ts'

interface DueRow extends DeliveryLane {
  readonly place: number
  readonly id: string
  readonly attempts: number
}

/** What is delivered: batches, and events of watches. */
const TABLES = ['batches', 'watch_events'] as const

function tableOf(deliveryId: string): (typeof TABLES)[number] {
  return isWatchEvent(deliveryId) ? 'watch_events' : 'batches'
}

/** Batches that were created before the column `webhook_origin` have only their URL. */
const LANE = `workspace_id AS workspaceId, coalesce(webhook_origin, webhook_url) AS origin`

/** Claims webhooks that are due and have a slot, inside a transaction. Workspaces and origins take turns. */
export function claimDueWebhooks(
  database: Database,
  slots: DeliverySlots,
  { nowMs, leaseMs }: Lease,
): readonly DeliveryClaim[] {
  const sending = TABLES.flatMap((table) =>
    database.list<DeliveryLane>(
      `SELECT ${LANE} FROM ${table} WHERE delivery_at_ms <= ? AND delivery_until_ms > ?`,
      nowMs,
      nowMs,
    ),
  )
  const due = database.list<DueRow>(
    `SELECT place, id, workspaceId, origin, attempts FROM (
       SELECT place, id, workspaceId, origin, delivery_attempts AS attempts, delivery_at_ms AS atMs, row_number() OVER (
         PARTITION BY workspaceId, origin ORDER BY delivery_at_ms) AS turn
       FROM (${TABLES.map((table) => `SELECT place, id, ${LANE}, delivery_attempts, delivery_at_ms, delivery_until_ms FROM ${table} WHERE delivery_at_ms <= ?1 AND delivery_until_ms <= ?1`).join(' UNION ALL ')}))
     WHERE turn <= ?2 ORDER BY turn, atMs`,
    nowMs,
    slots.perOrigin,
  )
  return pickDeliveries(due, sending, slots).map(({ place, id, attempts }) => {
    database.run(`UPDATE ${tableOf(id)} SET delivery_until_ms = ? WHERE place = ?`, nowMs + leaseMs, place)
    return { batchId: id, attempt: attempts + 1 }
  })
}

/** Extends the lease of an attempt that has no outcome, inside a transaction. */
export function renewAttempt(database: Database, { batchId, attempt }: DeliveryClaim, { nowMs, leaseMs }: Lease): void {
  database.run(
    `UPDATE ${tableOf(batchId)} SET delivery_until_ms = ?
     WHERE id = ? AND delivery_attempts = ? AND delivery_at_ms IS NOT NULL AND delivery_until_ms > 0`,
    nowMs + leaseMs,
    batchId,
    attempt - 1,
  )
}

/**
 * Writes the outcome of an attempt and frees its slot, inside a transaction. Gives the batch of the attempt. Absent: null, the
 * attempt had an outcome before, or is at an event of a watch.
 */
export function writeAttempt(
  database: Database,
  { batchId: id, attempt }: DeliveryClaim,
  outcome: AttemptOutcome,
  nowMs: number,
): BatchRow | null {
  const row = findBatchRow(database, id)
  const delivery = row === null ? (findWatchEvent(database, id)?.delivery ?? null) : toBatch(row).delivery
  if (delivery === null || delivery.nextAtMs === null || delivery.attempts !== attempt - 1) return null
  const after = afterAttempt(delivery, outcome, nowMs)
  database.run(
    `UPDATE ${tableOf(id)} SET delivery_status = ?, delivery_attempts = ?, delivery_at_ms = ?, delivery_until_ms = 0,
       delivery_error = ?, delivered_at_ms = ? WHERE id = ?`,
    after.status,
    after.attempts,
    after.nextAtMs,
    after.lastError,
    after.deliveredAtMs,
    id,
  )
  return row
}

/** Makes the webhook of an ended batch due again, inside a transaction. */
export function redeliverBatch(database: Database, batchId: string, nowMs: number): Redelivery {
  const row = findBatchRow(database, batchId)
  if (row === null || row.webhook_url === null) return 'no_webhook'
  if (!isEnded(row)) return 'not_ended'
  if (row.has_results === 0) return 'results_expired'
  const retryAfterMs = redeliveryWaitMs(row.redelivered_at_ms, nowMs)
  if (retryAfterMs > 0) return { retryAfterMs }
  database.run(
    `UPDATE batches SET delivery_status = 'pending', delivery_attempts = 0, delivery_at_ms = ?, delivery_until_ms = 0,
       redelivered_at_ms = ? WHERE id = ?`,
    nowMs,
    nowMs,
    batchId,
  )
  return 'due'
}
