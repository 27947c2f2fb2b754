import { setTimeout as sleep } from 'node:timers/promises'
import { FairQueue } from '../fetch/turns/fair-queue.ts'
import { NoTurnError } from '../pages/pool/line.ts'
import type { ClaimedItem } from '../store/batches.ts'
import type { ItemQueue } from './runner.ts'
import { sharedEnd } from '../signals.ts'
import { workOnItem, type ItemDeps } from './work-on-item.ts'

/**
 * Queue of one process: works on at most `fetches` items at the same time, whose turns are dealt over
 * workspaces, and over the batches of each. An item that fails keeps its claim, and is claimed again when the lease has ended.
 */
export function localQueue(deps: ItemDeps, fetches: number): ItemQueue {
  const turns = new FairQueue({ limits: { requests: 0, batches: fetches } })
  /** Items that wait or are worked on. */
  const known = new Map<string, Promise<void>>()
  const leaving = sharedEnd()
  const end = sharedEnd()
  const work = async (claim: ClaimedItem): Promise<void> => {
    try {
      const { workspaceId, batchId: group } = claim
      const release = await turns.take({ lane: 'batches', workspaceId, group }, leaving.signal)
      await workOnItem(claim, deps, end.signal).finally(release)
    } catch (error) {
      if (error instanceof NoTurnError || end.signal.aborted) return
      deps.log.error({ err: error, batch: claim.batchId }, 'an item of a batch failed, and is tried again later')
    }
  }
  return {
    add: async (claims) => {
      for (const claim of claims) {
        const name = `${claim.batchId} ${claim.index}`
        if (!known.has(name))
          known.set(
            name,
            work(claim).finally(() => known.delete(name)),
          )
      }
    },
    close: async (drainMs) => {
      leaving.abort()
      const idle = Promise.all(known.values())
      await Promise.race([idle, sleep(drainMs, undefined, { signal: end.signal, ref: false }).catch(() => undefined)])
      end.abort()
      await idle
    },
  }
}
