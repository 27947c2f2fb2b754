import type { KeyMode, StorageUsage } from '../../core/policy/index.ts'

/** The space that batches take. */
export interface Storage {
  /** Rejects: `unknown_workspace`. */
  usage(workspaceId: string, mode: KeyMode): Promise<StorageUsage>
  /**
   * Whether there is room for more batches. Below a floor of free disk, or above a share of the
   * memory of Redis, there is not: the rest is for charges and for results of items in progress.
   * The answer may be a second old.
   */
  hasRoom(): Promise<boolean>
}

/** Age at which an answer about the room is looked up again. Unit: ms. */
const ROOM_AGE_MS = 1000

/** Remembers an answer for a second. A lookup that fails is not remembered. */
export function rememberRoom(look: () => Promise<boolean>): Storage['hasRoom'] {
  let known: { readonly atMs: number; readonly answer: Promise<boolean> } | null = null
  return () => {
    const nowMs = performance.now()
    if (known === null || nowMs - known.atMs >= ROOM_AGE_MS) {
      const answer = look()
      known = { atMs: nowMs, answer }
      answer.catch(() => {
        known = null
      })
    }
    return known.answer
  }
}
