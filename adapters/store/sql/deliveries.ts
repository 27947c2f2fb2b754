import {
  isEnded,
  KEPT_ATTEMPTS,
  pickDeliveries,
  redeliveryWaitMs,
  toDeliveryAttempt,
  type AttemptOutcome,
  type DeliveryAttempt,
  type DeliverySlots,
} from '../../../core/policy/index.ts'
import type { DeliveryClaim, Lease, Redelivery } from '../batches.ts'
import { isWatchEvent } from '../watches.ts'
import { findBatchRow } from './batch-rows.ts'
import type { Reader, Transaction } from './database.ts'
import { endLetterAttempt, leaseLetter, listDueLetters, listSending, makeDue, renewLease } from './outbox.ts'

/** What share slots: their receivers are those of customers. */
const KINDS = ['batch', 'watch'] as const

function kindOf(deliveryId: string): (typeof KINDS)[number] {
  return isWatchEvent(deliveryId) ? 'watch' : 'batch'
}

/** Claims webhooks that are due and have a slot. Workspaces and origins take turns. */
export async function claimWebhooks(
  tx: Transaction,
  slots: DeliverySlots,
  lease: Lease,
): Promise<readonly DeliveryClaim[]> {
  const [sending, due] = await Promise.all([
    listSending(tx, KINDS, lease.nowMs),
    listDueLetters(tx, KINDS, slots.perOrigin, lease.nowMs),
  ])
  const picked = pickDeliveries(due, sending, slots)
  await Promise.all(picked.map((letter) => leaseLetter(tx, letter, lease)))
  return picked.map(({ id, attempts }) => ({ batchId: id, attempt: attempts + 1 }))
}

export function renewAttempt(tx: Transaction, { batchId: id, attempt }: DeliveryClaim, lease: Lease): Promise<void> {
  return renewLease(tx, kindOf(id), { id, attempt }, lease)
}

/** Writes the outcome of an attempt, and remembers those at webhooks of batches. */
export async function endWebhookAttempt(
  tx: Transaction,
  { batchId: id, attempt }: DeliveryClaim,
  outcome: AttemptOutcome,
  nowMs: number,
  durationMs: number,
): Promise<void> {
  const isFirst = await endLetterAttempt(tx, kindOf(id), { id, attempt }, outcome, nowMs)
  if (!isFirst || isWatchEvent(id)) return
  const ended = toDeliveryAttempt(attempt, outcome, nowMs, durationMs)
  await tx.run(
    `INSERT INTO attempts (batch_id, attempt, started_at_ms, duration_ms, status, error) VALUES ($1, $2, $3, $4, $5, $6)`,
    id,
    ended.attempt,
    ended.startedAtMs,
    ended.durationMs,
    ended.status,
    ended.error,
  )
  await tx.run(
    `DELETE FROM attempts WHERE batch_id = $1 AND place <=
       (SELECT place FROM attempts WHERE batch_id = $1 ORDER BY place DESC LIMIT 1 OFFSET $2)`,
    id,
    KEPT_ATTEMPTS,
  )
}

/** Attempts at the webhook of a batch. Order: time. */
export async function listAttempts(reader: Reader, batchId: string): Promise<readonly DeliveryAttempt[]> {
  const rows = await reader.list<DeliveryAttempt>(
    `SELECT attempt, started_at_ms AS "startedAtMs", duration_ms AS "durationMs", status, error
     FROM attempts WHERE batch_id = $1 ORDER BY place`,
    batchId,
  )
  return rows.map(({ attempt, startedAtMs, durationMs, status, error }) => {
    return { attempt, startedAtMs, durationMs, status, error }
  })
}

/** Makes the webhook of an ended batch due again. */
export async function redeliverBatch(tx: Transaction, batchId: string, nowMs: number): Promise<Redelivery> {
  const row = await findBatchRow(tx, batchId)
  if (row === null || row.webhook_url === null) return 'no_webhook'
  if (!isEnded(row)) return 'not_ended'
  if (row.has_results === 0) return 'results_expired'
  const retryAfterMs = redeliveryWaitMs(row.redelivered_at_ms, nowMs)
  if (retryAfterMs > 0) return { retryAfterMs }
  await makeDue(tx, 'batch', batchId, nowMs)
  await tx.run('UPDATE batches SET redelivered_at_ms = $2 WHERE id = $1', batchId, nowMs)
  return 'due'
}
