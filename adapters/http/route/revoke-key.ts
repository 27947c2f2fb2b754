import { toOwnEvent } from '../../work/watch/watch-entries.ts'
import type { Key } from '../../store/keys.ts'
import type { OwnedList } from '../../store/owned.ts'
import type { Store } from '../../store/store.ts'

/** A revoked key, and what became of all that it has begun. */
export interface Revocation {
  readonly key: Key
  /** Its batches that have not ended: their items are still worked on and charged. */
  readonly runningBatches: number
  /** Its batches that this call has canceled. */
  readonly cancelledBatches: number
  /** Its watches that this call has paused: another key can resume them. */
  readonly pausedWatches: number
  /** Its schedules, which are paused now: another key can resume them. */
  readonly pausedSchedules: number
}

/**
 * Revokes a key, pauses its watches and schedules, and if that is asked for, cancels its batches. A batch that is being created at that
 * moment may be missed: run it again. On a revoked key, it only pauses and cancels.
 */
export async function revokeKey(
  store: Store,
  keyId: string,
  cancelBatches: boolean,
  nowMs: number,
): Promise<Revocation> {
  const key = await store.keys.revoke(keyId)
  const paused = {
    pausedWatches: await pauseWatches(store, key, nowMs),
    pausedSchedules: await countPausedSchedules(store, key),
  }
  const open = await listOpen(store, keyId)
  if (!cancelBatches) return { key, runningBatches: open.length, cancelledBatches: 0, ...paused }
  for (const id of open) await store.batches.stop(id, nowMs)
  return { key, runningBatches: 0, cancelledBatches: open.length, ...paused }
}

/** Batches that callers have created: runs of watches end with their watches. */
async function listOpen({ batches }: Store, keyId: string): Promise<readonly string[]> {
  const found = await Promise.all((await batches.listOpen(keyId)).map((id) => batches.find(id)))
  return found.flatMap((batch) => (batch === null || batch.watchId !== null ? [] : [batch.id]))
}

/** Pauses the watches of a key: their looks would go on and be charged. Returns how many. */
async function pauseWatches({ watches }: Store, key: Key, nowMs: number): Promise<number> {
  let paused = 0
  for await (const { id } of listOwn(watches, key)) if (await pauseWatch(watches, id, nowMs)) paused++
  return paused
}

/** How many schedules the revocation of a key has paused. */
async function countPausedSchedules({ schedules }: Store, key: Key): Promise<number> {
  let count = 0
  for await (const { paused } of listOwn(schedules, key)) if (paused === 'key') count++
  return count
}

const ENTRIES_PER_READ = 100

/** The watches or schedules of a key. One that is removed in between ends the list: the call can be repeated. */
async function* listOwn<Entry extends { readonly id: string; readonly keyId: string }>(
  store: OwnedList<Entry>,
  { id: keyId, workspaceId, mode }: Key,
): AsyncGenerator<Entry> {
  for (let after: string | null = null; ;) {
    const page = await store.list({ workspaceId, mode }, { after, limit: ENTRIES_PER_READ })
    if (typeof page === 'string') return
    yield* page.filter((entry) => entry.keyId === keyId)
    if (page.length < ENTRIES_PER_READ) return
    after = page.at(-1)?.id ?? null
  }
}

/** A step of a run that comes in between makes it read the watch again. False: it was removed, or is paused already. */
async function pauseWatch(watches: Store['watches'], watchId: string, nowMs: number): Promise<boolean> {
  for (;;) {
    const watch = await watches.find(watchId)
    if (watch === null || watch.control.paused === 'caller' || watch.control.paused === 'key') return false
    const control = { ...watch.control, paused: 'key' } as const
    const events = [toOwnEvent(watch, 'watch.paused', nowMs)]
    if (await watches.step(watchId, watch.revision, { control, events, nextRunMs: null }, nowMs)) return true
  }
}
