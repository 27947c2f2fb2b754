import type { Key } from '../../store/keys.ts'
import type { Store } from '../../store/store.ts'

/** A revoked key, and what became of its batches. */
export interface Revocation {
  readonly key: Key
  /** Its batches that have not ended: their items are still worked on and charged. */
  readonly runningBatches: number
  /** Its batches that this call has canceled. */
  readonly cancelledBatches: number
}

/**
 * Revokes a key, and cancels its batches if that is asked for. A batch that is being created at that
 * moment may be missed: run it again. On a revoked key, it only cancels.
 */
export async function revokeKey(
  store: Store,
  keyId: string,
  cancelBatches: boolean,
  nowMs: number,
): Promise<Revocation> {
  const key = await store.keys.revoke(keyId)
  const open = await store.batches.listOpen(keyId)
  if (!cancelBatches) return { key, runningBatches: open.length, cancelledBatches: 0 }
  for (const id of open) await store.batches.stop(id, nowMs)
  return { key, runningBatches: 0, cancelledBatches: open.length }
}
