import { createHash } from 'node:crypto'
import type { BatchEndpoint } from '../../../core/contract/index.ts'
import {
  USUAL_SCOPES,
  type BatchStatus,
  type DeliveryStatus,
  type KeyMode,
  type KeyScope,
  type PlanName,
  type PlanOverrides,
} from '../../../core/policy/index.ts'
import { originOf, packMetadata, unpackMetadata, type Batch, type NewBatch } from '../batches.ts'
import type { CreatedKey, Key } from '../keys.ts'
import type { Workspace, WorkspaceChange } from '../workspaces.ts'

/** Field names and values of a Redis hash. */
export type Fields = Readonly<Record<string, string>>

/** Values as a script takes them. */
type NewFields = Readonly<Record<string, string | number>>

/** What a reference is called in names: it can have any characters, and no name is longer for it. */
export function digestOf(reference: string): string {
  return createHash('sha256').update(reference).digest('hex').slice(0, 32)
}

/** Reads the reply of HGETALL in a script: names and values in turn. Absent: null, there is no such hash. */
export function toFields(reply: readonly string[]): Fields | null {
  if (reply.length === 0) return null
  const fields: Record<string, string> = {}
  for (let i = 0; i < reply.length; i += 2) fields[reply[i] ?? ''] = reply[i + 1] ?? ''
  return fields
}

/** Absent: null, the field is missing or empty. */
function toNumber(text: string | undefined): number | null {
  return text === undefined || text === '' ? null : Number(text)
}

/** Fields of the properties that are given. */
export function toWorkspaceFields({
  name,
  plan,
  payAsYouGo,
  spendingCap,
  overrides,
  events,
}: WorkspaceChange): NewFields {
  return {
    ...(name === undefined ? {} : { name }),
    ...(plan === undefined ? {} : { plan }),
    ...(payAsYouGo === undefined ? {} : { pay_as_you_go: Number(payAsYouGo) }),
    ...(spendingCap === undefined ? {} : { spending_cap: spendingCap ?? '' }),
    ...(overrides === undefined ? {} : { overrides: JSON.stringify(overrides) }),
    ...(events === undefined ? {} : { events_url: events?.url ?? '', events_secret: events?.sealedSecret ?? '' }),
  }
}

export function toWorkspace(fields: Fields): Workspace {
  return {
    id: fields['id'] ?? '',
    name: fields['name'] ?? '',
    plan: fields['plan'] as PlanName,
    payAsYouGo: fields['pay_as_you_go'] === '1',
    spendingCap: toNumber(fields['spending_cap']),
    overrides: JSON.parse(fields['overrides'] ?? '{}') as PlanOverrides,
    eventsUrl: fields['events_url'] || null,
    createdAtMs: Number(fields['created_at_ms']),
  }
}

export function toKeyFields(
  { id, workspaceId, mode, prefix, name, allowedAddresses, scopes, createdAtMs, expiresAtMs }: CreatedKey['key'],
  hash: Buffer,
  pepperHash: string,
): NewFields {
  return {
    id,
    workspace_id: workspaceId,
    kind: mode,
    prefix,
    hash: hash.toString('hex'),
    pepper: pepperHash,
    name,
    allowed_addresses: JSON.stringify(allowedAddresses),
    scopes: JSON.stringify(scopes),
    created_at_ms: createdAtMs,
    ...(expiresAtMs === null ? {} : { expires_at_ms: expiresAtMs }),
  }
}

export function toKey(fields: Fields, hasOldPepper: boolean): Key {
  return {
    id: fields['id'] ?? '',
    workspaceId: fields['workspace_id'] ?? '',
    mode: fields['kind'] as KeyMode,
    prefix: fields['prefix'] ?? '',
    name: fields['name'] ?? '',
    allowedAddresses: JSON.parse(fields['allowed_addresses'] ?? '[]') as string[],
    scopes: fields['scopes'] === undefined ? USUAL_SCOPES : (JSON.parse(fields['scopes']) as KeyScope[]),
    createdAtMs: Number(fields['created_at_ms']),
    expiresAtMs: toNumber(fields['expires_at_ms']),
    lastUsedAtMs: toNumber(fields['last_used_at_ms']),
    revokedAtMs: toNumber(fields['revoked_at_ms']),
    hasOldPepper,
  }
}

/** `references`: of its items, each once. */
export function toBatchFields(batch: NewBatch, references: readonly string[]): NewFields {
  const { webhookUrl } = batch
  const metadata = packMetadata(batch.metadata)
  return {
    id: batch.id,
    workspace_id: batch.workspaceId,
    key_id: batch.keyId,
    kind: batch.mode,
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
    ...(references.length === 0 ? {} : { reference_bytes: Buffer.byteLength(references.join('')) }),
    ...(metadata === null ? {} : { metadata }),
    ...(batch.watchId === undefined || batch.watchId === null ? {} : { watch_id: batch.watchId }),
    ...(webhookUrl === null
      ? {}
      : {
          webhook_url: webhookUrl,
          webhook_origin: originOf(webhookUrl),
          delivery_status: 'pending',
          delivery_attempts: 0,
        }),
  }
}

export function toBatch(fields: Fields): Batch {
  return {
    id: fields['id'] ?? '',
    workspaceId: fields['workspace_id'] ?? '',
    keyId: fields['key_id'] ?? '',
    mode: fields['kind'] as KeyMode,
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
    metadata: unpackMetadata(fields['metadata']),
    hasResults: fields['has_results'] !== '0',
    watchId: fields['watch_id'] ?? null,
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
