import type { DeliverTarget } from '../../../core/contract/index.ts'
import {
  BATCH_RECORD_BYTES,
  isEnded,
  redeliveryWaitMs,
  WEBHOOK_RECORD_BYTES,
  type BatchStatus,
  type DeliveryStatus,
} from '../../../core/policy/index.ts'
import {
  originOf,
  packMetadata,
  referencesOf,
  unpackMetadata,
  type Batch,
  type NewBatch,
  type Redelivery,
} from '../batches.ts'
import { addBucketKeys } from './bucket-keys.ts'
import { rememberCreated } from './creation-keys.ts'
import type { Reader, Transaction } from './database.ts'
import { addLetter, DELIVERY, makeDue, toDelivery, type OutboxRow } from './outbox.ts'
import { insertRow, toOwned, toOwnedColumns, type OwnedRow } from './owned-rows.ts'
import { joinQueue } from './queue.ts'
import { addStored } from './storage.ts'

export interface BatchRow extends OutboxRow, OwnedRow {
  readonly status: BatchStatus
  readonly total_count: number
  readonly processed_count: number
  readonly success_count: number
  readonly failure_count: number
  readonly credits_charged: number
  readonly started_at_ms: number | null
  readonly completed_at_ms: number | null
  /** Items are claimed in order: this is the index of the next one. */
  readonly claimed_count: number
  /** When it was last asked to deliver the webhook again. */
  readonly redelivered_at_ms: number | null
  /** JSON. Absent: null, there is none. */
  readonly metadata: string | null
  /** JSON. Absent: null, its results are written nowhere. */
  readonly deliver: string | null
  /** State of the letter that writes its results. */
  readonly written_status: DeliveryStatus | null
  readonly written_attempts: number
  readonly written_due_ms: number | null
  readonly written_error: string | null
  readonly written_at_ms: number | null
  /** Absent: null, it is not a run of a schedule. */
  readonly schedule_id: string | null
  /** 0: the results were removed. */
  readonly has_results: number
  /** Absent: null, a caller created it. */
  readonly watch_id: string | null
}

/** Columns of the letter that writes the results of a batch. */
const WRITTEN = `writing.status AS written_status, writing.attempts AS written_attempts,
  writing.due_at_ms AS written_due_ms, writing.last_error AS written_error, writing.sent_at_ms AS written_at_ms`

/** All columns of batches, with the state of their webhooks and of their results in buckets. */
export const BATCHES = `SELECT batches.*, ${DELIVERY}, ${WRITTEN} FROM batches
  LEFT JOIN outbox ON outbox.type = 'batch' AND outbox.id = batches.id
  LEFT JOIN outbox AS writing ON writing.type = 'bucket' AND writing.id = batches.id`

/** Absent: null, no batch has this id. */
export async function findBatchRow(reader: Reader, batchId: string): Promise<BatchRow | null> {
  const [row] = await reader.list<BatchRow>(`${BATCHES} WHERE batches.id = $1`, batchId)
  return row ?? null
}

export function toBatch(row: BatchRow): Batch {
  return {
    ...toOwned(row),
    progress: {
      status: row.status,
      totalCount: row.total_count,
      processedCount: row.processed_count,
      successCount: row.success_count,
      failureCount: row.failure_count,
      creditsCharged: row.credits_charged,
      startedAtMs: row.started_at_ms,
      completedAtMs: row.completed_at_ms,
    },
    delivery: toDelivery(row),
    metadata: unpackMetadata(row.metadata),
    deliver: row.deliver === null ? null : (JSON.parse(row.deliver) as DeliverTarget),
    written: toDelivery({
      delivery_status: row.written_status,
      delivery_attempts: row.written_attempts,
      delivery_at_ms: row.written_due_ms,
      delivery_error: row.written_error,
      delivered_at_ms: row.written_at_ms,
    }),
    scheduleId: row.schedule_id,
    hasResults: row.has_results === 1,
    watchId: row.watch_id,
  }
}

/** Whether a workspace would have more items without a result, from keys of one mode, than it may have. */
export async function exceedsPending(
  tx: Transaction,
  { workspaceId, mode, inputs, maxPending }: NewBatch,
): Promise<boolean> {
  if (maxPending === null) return false
  const [row] = await tx.list<{ pending: number }>(
    `SELECT coalesce(sum(total_count - processed_count), 0) AS pending FROM batches
     WHERE workspace_id = $1 AND mode = $2 AND completed_at_ms IS NULL`,
    workspaceId,
    mode,
  )
  return (row?.pending ?? 0) + inputs.length > maxPending
}

/** Writes a batch with its items and its idempotency key, in a step on its workspace. */
export async function insertBatch(tx: Transaction, batch: NewBatch): Promise<void> {
  const { id, workspaceId, mode, inputs, webhookUrl, createdAtMs, deliver = null, sealedKeys = null } = batch
  const metadata = packMetadata(batch.metadata)
  const references = referencesOf(inputs)
  const recordBytes =
    BATCH_RECORD_BYTES +
    Buffer.byteLength((metadata ?? '') + references.join('')) +
    (webhookUrl === null ? 0 : WEBHOOK_RECORD_BYTES) +
    (deliver === null ? 0 : WEBHOOK_RECORD_BYTES)
  const storedBytes = inputs.reduce((bytes, input) => bytes + Buffer.byteLength(input), recordBytes)
  const columns = {
    ...toOwnedColumns(batch),
    metadata,
    deliver: deliver === null ? null : JSON.stringify(deliver),
    schedule_id: batch.scheduleId ?? null,
    watch_id: batch.watchId ?? null,
    stored_bytes: storedBytes,
    status: 'pending',
    total_count: inputs.length,
  }
  const { row_id: rowId } = await insertRow<Pick<BatchRow, 'row_id'>>(tx, 'batches', columns, 'row_id')
  const letter = { id, workspaceId, dueMs: null }
  if (webhookUrl !== null) await addLetter(tx, { ...letter, type: 'batch', origin: originOf(webhookUrl) }, createdAtMs)
  if (deliver !== null) await addLetter(tx, { ...letter, type: 'bucket', origin: deliver.endpoint }, createdAtMs)
  if (sealedKeys !== null) await addBucketKeys(tx, batch, sealedKeys)
  await joinQueue(tx, { id, workspaceId, mode })
  await Promise.all([
    addStored(tx, workspaceId, mode, storedBytes),
    ...inputs.map((input, index) =>
      tx.run('INSERT INTO items (batch, position, input) VALUES ($1, $2, $3)', rowId, index, input),
    ),
    ...references.map((reference) =>
      tx.run('INSERT INTO batch_references (batch, reference) VALUES ($1, $2)', rowId, reference),
    ),
    rememberCreated(tx, batch),
  ])
}

/** Writes the progress of a batch. If the batch has ended, its results are due in a bucket, and then its webhook; or the webhook at once. */
export async function writeProgress(
  tx: Transaction,
  { row_id: rowId }: BatchRow,
  { id, progress, deliver }: Batch,
): Promise<void> {
  const { status, processedCount, successCount, failureCount, creditsCharged, startedAtMs, completedAtMs } = progress
  const written = tx.run(
    `UPDATE batches SET status = $2, processed_count = $3, success_count = $4, failure_count = $5, credits_charged = $6,
       started_at_ms = $7, completed_at_ms = $8 WHERE row_id = $1`,
    rowId,
    status,
    processedCount,
    successCount,
    failureCount,
    creditsCharged,
    startedAtMs,
    completedAtMs,
  )
  await Promise.all([
    written,
    completedAtMs === null ? null : makeDue(tx, deliver === null ? 'batch' : 'bucket', id, completedAtMs),
  ])
}

/** Makes the results of an ended batch due again, if they could not be written; else its webhook. */
export async function redeliverBatch(tx: Transaction, batchId: string, nowMs: number): Promise<Redelivery> {
  const row = await findBatchRow(tx, batchId)
  if (row === null) return 'no_webhook'
  const type = row.deliver === null || row.written_status === 'delivered' ? 'batch' : 'bucket'
  if (type === 'batch' && row.webhook_url === null) return 'no_webhook'
  if (!isEnded(row)) return 'not_ended'
  if (row.has_results === 0) return 'results_expired'
  const retryAfterMs = redeliveryWaitMs(row.redelivered_at_ms, nowMs)
  if (retryAfterMs > 0) return { retryAfterMs }
  await makeDue(tx, type, batchId, nowMs)
  await tx.run('UPDATE batches SET redelivered_at_ms = $2 WHERE id = $1', batchId, nowMs)
  return 'due'
}

/** Counts stored bytes of a batch. Negative: they were removed. */
export async function addBatchBytes(
  tx: Transaction,
  { row_id: rowId, workspace_id, mode }: Pick<BatchRow, 'row_id' | 'workspace_id' | 'mode'>,
  bytes: number,
): Promise<void> {
  if (bytes === 0) return
  const sql = 'UPDATE batches SET stored_bytes = stored_bytes + $2 WHERE row_id = $1'
  await Promise.all([tx.run(sql, rowId, bytes), addStored(tx, workspace_id, mode, bytes)])
}
