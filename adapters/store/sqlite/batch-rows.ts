import type { BatchEndpoint } from '../../../core/contract/index.ts'
import type { BatchStatus, DeliveryStatus, KeyKind } from '../../../core/policy/index.ts'
import type { Batch } from '../batches.ts'
import type { Database } from './database.ts'

export interface BatchRow {
  readonly place: number
  readonly id: string
  readonly workspace_id: string
  readonly key_id: string
  readonly kind: KeyKind
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
  readonly claimed_count: number
  readonly delivery_status: DeliveryStatus | null
  readonly delivery_attempts: number
  readonly delivery_at_ms: number | null
  readonly delivery_error: string | null
  readonly delivered_at_ms: number | null
}

/** Absent: null, there is none. */
export function findBatchRow(database: Database, batchId: string): BatchRow | null {
  const [row] = database.list<BatchRow>('SELECT * FROM batches WHERE id = ?', batchId)
  return row ?? null
}

export function toBatch(row: BatchRow): Batch {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    keyId: row.key_id,
    kind: row.kind,
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
  }
}

/** Writes how far a batch is. When that is the end, its webhook is due, and nothing of it waits any more. */
export function writeProgress(database: Database, place: number, { progress, delivery }: Batch): void {
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
