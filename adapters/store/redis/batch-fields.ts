import type { BatchEndpoint } from '../../../core/contract/index.ts'
import type { BatchStatus, DeliveryStatus, KeyKind } from '../../../core/policy/index.ts'
import type { Batch, NewBatch } from '../batches.ts'
import { toNumber, type Fields } from './fields.ts'

/** Fields of a batch, as it is when it was created. */
export function toNewFields(batch: NewBatch): Readonly<Record<string, string | number>> {
  const { webhookUrl } = batch
  return {
    id: batch.id,
    workspace_id: batch.workspaceId,
    key_id: batch.keyId,
    kind: batch.kind,
    endpoint: batch.endpoint,
    created_at_ms: batch.createdAtMs,
    sealed_secret: batch.sealedSecret,
    status: 'pending',
    total_count: batch.inputs.length,
    processed_count: 0,
    success_count: 0,
    failure_count: 0,
    credits_charged: 0,
    claimed_count: 0,
    ...(webhookUrl === null ? {} : { webhook_url: webhookUrl, delivery_status: 'pending', delivery_attempts: 0 }),
  }
}

export function toBatch(fields: Fields): Batch {
  return {
    id: fields['id'] ?? '',
    workspaceId: fields['workspace_id'] ?? '',
    keyId: fields['key_id'] ?? '',
    kind: fields['kind'] as KeyKind,
    endpoint: fields['endpoint'] as BatchEndpoint,
    createdAtMs: Number(fields['created_at_ms']),
    progress: {
      status: fields['status'] as BatchStatus,
      totalCount: Number(fields['total_count']),
      processedCount: Number(fields['processed_count']),
      successCount: Number(fields['success_count']),
      failureCount: Number(fields['failure_count']),
      creditsCharged: Number(fields['credits_charged']),
      startedAtMs: toNumber(fields['started_at_ms']),
      completedAtMs: toNumber(fields['completed_at_ms']),
    },
    sealedSecret: fields['sealed_secret'] ?? '',
    webhookUrl: fields['webhook_url'] ?? null,
    delivery:
      fields['delivery_status'] === undefined
        ? null
        : {
            status: fields['delivery_status'] as DeliveryStatus,
            attempts: Number(fields['delivery_attempts']),
            nextAtMs: toNumber(fields['delivery_at_ms']),
            lastError: fields['delivery_error'] || null,
            deliveredAtMs: toNumber(fields['delivered_at_ms']),
          },
  }
}
