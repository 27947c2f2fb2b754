import type { KeyMode } from './api-key.ts'
import { PLANS, resolvePlan, type PlanName, type PlanOverrides } from './plan.ts'

/** What a workspace has stored for its batches and for replays, for keys of one mode. */
export interface StorageUsage {
  /** Inputs, results and records of batches, and answers with an idempotency key, as stored. Unit: bytes. */
  readonly bytes: number
  /** Unit: bytes. */
  readonly maxBytes: number
}

/**
 * Limit of the stored bytes of a workspace. What sandbox keys store counts apart, up to the limit of the plan `free`.
 *
 * Unit: bytes.
 */
export function maxStoredBytes(
  workspace: { readonly plan: PlanName; readonly overrides: PlanOverrides },
  mode: KeyMode,
): number {
  return mode === 'test' ? PLANS.free.storedBytes : resolvePlan(workspace).storedBytes
}

/** What the record of a batch takes besides its inputs and results: its fields and its idempotency key. Unit: bytes. */
export const BATCH_RECORD_BYTES = 1000
/** What the webhook of a batch takes: its address, and up to `KEPT_ATTEMPTS` attempts at it. Unit: bytes. */
export const WEBHOOK_RECORD_BYTES = 5000

/** What the record of a watch takes besides its items: its fields and its terms. Unit: bytes. */
export const WATCH_RECORD_BYTES = 2000

/** Pause that a caller is asked for when the stored bytes are used up: results are removed by age, days after their end. Unit: ms. */
export const STORAGE_RETRY_MS = 3_600_000

/** Whether more bytes are within the limit. */
export function hasRoomFor(moreBytes: number, { bytes, maxBytes }: StorageUsage): boolean {
  return bytes + moreBytes <= maxBytes
}

/** Why nothing more is stored, and when it is again. Absent: null, there is room. */
export function findStorageProblem({ bytes, maxBytes }: StorageUsage): string | null {
  if (bytes < maxBytes) return null
  const [used, most] = [bytes, maxBytes].map((count) => count.toLocaleString('en-US'))
  return `The workspace stores ${used} of ${most} bytes of batches. It has room again when the results of its oldest batches are removed.`
}
