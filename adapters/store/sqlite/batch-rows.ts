import type { BatchEndpoint } from '../../../core/contract/index.ts'
import {
  BATCH_RECORD_BYTES,
  WEBHOOK_RECORD_BYTES,
  type BatchStatus,
  type DeliveryStatus,
  type KeyMode,
} from '../../../core/policy/index.ts'
import { originOf, packMetadata, referencesOf, unpackMetadata, type Batch, type NewBatch } from '../batches.ts'
import { findCreated, rememberCreated } from './creation-keys.ts'
import type { Database } from './database.ts'
import { joinQueue } from './turn-rows.ts'

export interface BatchRow {
  /** Row id, which items and results refer to. */
  readonly place: number
  readonly id: string
  readonly workspace_id: string
  readonly key_id: string
  readonly kind: KeyMode
  readonly endpoint: BatchEndpoint
  readonly created_at_ms: number
  readonly sealed_secret: string
  readonly webhook_url: string | null
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
  readonly delivery_status: DeliveryStatus | null
  readonly delivery_attempts: number
  readonly delivery_at_ms: number | null
  readonly delivery_error: string | null
  readonly delivered_at_ms: number | null
  /** When it was last asked to deliver the webhook again. */
  readonly redelivered_at_ms: number | null
  /** JSON. Absent: null, there is none. */
  readonly metadata: string | null
  /** 0: the results were removed. */
  readonly has_results: number
  /** Absent: null, a caller created it. */
  readonly watch_id: string | null
}

/** Absent: null, no batch has this id. */
export function findBatchRow(database: Database, batchId: string): BatchRow | null {
  const [row] = database.list<BatchRow>('SELECT * FROM batches WHERE id = ?', batchId)
  return row ?? null
}

export function toBatch(row: BatchRow): Batch {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    keyId: row.key_id,
    mode: row.kind,
    endpoint: row.endpoint,
    createdAtMs: row.created_at_ms,
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
    sealedSecret: row.sealed_secret,
    webhookUrl: row.webhook_url,
    delivery:
      row.delivery_status === null
        ? null
        : {
            status: row.delivery_status,
            attempts: row.delivery_attempts,
            nextAtMs: row.delivery_at_ms,
            lastError: row.delivery_error,
            deliveredAtMs: row.delivered_at_ms,
          },
    metadata: unpackMetadata(row.metadata),
    hasResults: row.has_results === 1,
    watchId: row.watch_id,
  }
}

/** The batch that an idempotency key was used for. Absent: null, the key was not used. */
export function findByIdempotency(database: Database, batch: NewBatch): BatchRow | 'idempotency_conflict' | null {
  const created = findCreated(database, batch)
  return created === null || typeof created === 'string' ? created : findBatchRow(database, created.id)
}

/** Whether a workspace would have more items without a result, from keys of one mode, than it may have. */
export function exceedsPending(database: Database, { workspaceId, mode, inputs, maxPending }: NewBatch): boolean {
  if (maxPending === null) return false
  const [row] = database.list<{ pending: number }>(
    `SELECT coalesce(sum(total_count - processed_count), 0) AS pending FROM batches
     WHERE workspace_id = ? AND kind = ? AND completed_at_ms IS NULL`,
    workspaceId,
    mode,
  )
  return (row?.pending ?? 0) + inputs.length > maxPending
}

/** Writes a batch with its items and its idempotency key, inside a transaction. */
export function insertBatch(database: Database, batch: NewBatch): BatchRow {
  const { inputs, webhookUrl } = batch
  const metadata = packMetadata(batch.metadata)
  const references = referencesOf(inputs)
  const recordBytes =
    BATCH_RECORD_BYTES +
    Buffer.byteLength((metadata ?? '') + references.join('')) +
    (webhookUrl === null ? 0 : WEBHOOK_RECORD_BYTES)
  const [row] = database.list<BatchRow>(
    `INSERT INTO batches (id, workspace_id, key_id, kind, endpoint, created_at_ms, sealed_secret, webhook_url, webhook_origin,
       metadata, watch_id, stored_bytes, status, total_count, delivery_status)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?)
     RETURNING *`,
    batch.id,
    batch.workspaceId,
    batch.keyId,
    batch.mode,
    batch.endpoint,
    batch.createdAtMs,
    batch.sealedSecret,
    webhookUrl,
    webhookUrl === null ? null : originOf(webhookUrl),
    metadata,
    batch.watchId ?? null,
    inputs.reduce((bytes, input) => bytes + Buffer.byteLength(input), recordBytes),
    inputs.length,
    webhookUrl === null ? null : 'pending',
  )
  if (row === undefined) throw new Error(`The batch ${batch.id} was written, but can't be read.`)
  joinQueue(database, row)
  for (const [index, input] of inputs.entries()) {
    database.run('INSERT INTO items (batch, place, input) VALUES (?, ?, ?)', row.place, index, input)
  }
  for (const reference of references) {
    database.run('INSERT INTO batch_references (batch, reference) VALUES (?, ?)', row.place, reference)
  }
  rememberCreated(database, batch)
  return row
}

/** Writes the progress of a batch. If the batch has ended, its webhook is due. */
export function writeProgress(database: Database, { place }: BatchRow, { progress, delivery }: Batch): void {
  const { status, processedCount, successCount, failureCount, creditsCharged, startedAtMs, completedAtMs } = progress
  database.run(
    `UPDATE batches SET status = ?, processed_count = ?, success_count = ?, failure_count = ?, credits_charged = ?,
       started_at_ms = ?, completed_at_ms = ?, delivery_at_ms = ? WHERE place = ?`,
    status,
    processedCount,
    successCount,
    failureCount,
    creditsCharged,
    startedAtMs,
    completedAtMs,
    delivery === null ? null : completedAtMs,
    place,
  )
}

/** Counts stored bytes of a batch, inside a transaction. Negative: they were removed. */
export function addStored(database: Database, place: number, bytes: number): void {
  database.run('UPDATE batches SET stored_bytes = stored_bytes + ? WHERE place = ?', bytes, place)
}
