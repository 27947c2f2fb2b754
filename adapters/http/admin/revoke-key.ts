import type { Store } from '../../store/store.ts'
import { printKey, type AdminKey } from './print-key.ts'

/** A revoked key, and what became of its batches. */
export interface RevokedKey extends AdminKey {
  /** Its batches that have not ended: their items are still worked on and charged. */
  readonly runningBatches: number
  /** Its batches that this call has canceled. */
  readonly cancelledBatches: number
}

/**
 * Revokes a key, and cancels its batches if that is asked for. A batch that is being created at that
 * moment may be missed: run it again. On a revoked key, it only cancels.
 */
export async function revokeKey(store: Store, key: string, cancelBatches: boolean, nowMs: number): Promise<RevokedKey> {
  const revoked = printKey(await store.keys.revoke(key))
  const open = await store.batches.listOpen(key)
  if (!cancelBatches) return { ...revoked, runningBatches: open.length, cancelledBatches: 0 }
  for (const id of open) await store.batches.stop(id, nowMs)
  return { ...revoked, runningBatches: 0, cancelledBatches: open.length }
}
