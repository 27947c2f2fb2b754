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
 * Revokes a key, and if that is asked for, cancels its batches and pauses its watches. A batch that is being created at that
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
  await pauseWatches(store, key, nowMs)
  for (const id of open) await store.batches.stop(id, nowMs)
  return { key, runningBatches: 0, cancelledBatches: open.length }
}

const WATCHES_PER_READ = 100

/** Pauses the watches that a key has created: their looks would go on and be charged. */
async function pauseWatches({ watches }: Store, { id: keyId, workspaceId, mode }: Key, nowMs: number): Promise<void> {
  let after: string | null = null
  for (;;) {
    const page = await watches.list({ workspaceId, mode }, { after, limit: WATCHES_PER_READ })
    // A watch that was removed in between ends the list: the call can be repeated.
    if (typeof page === 'string') return
    for (const watch of page) if (watch.keyId === keyId) await pauseWatch(watches, watch.id, nowMs)
    if (page.length < WATCHES_PER_READ) return
    after = page.at(-1)?.id ?? null
  }
}

/** A step of a run that comes in between makes it read the watch again. */
async function pauseWatch(watches: Store['watches'], watchId: string, nowMs: number): Promise<void> {
  for (;;) {
    const watch = await watches.find(watchId)
    if (watch === null || watch.control.paused === 'caller') return
    const control = { ...watch.control, paused: 'caller' } as const
    if (await watches.step(watchId, watch.revision, { control, nextRunMs: null }, nowMs)) return
  }
}
