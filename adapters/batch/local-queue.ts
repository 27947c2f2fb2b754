import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { Claim } from '../store/batches.ts'
import type { ItemQueue } from './runner.ts'
import { sharedEnd } from './shared-end.ts'
import { workOnItem, type ItemDeps } from './work-on-item.ts'

/**
 * Queue of one process: works on at most `fetches` items at the same time. An item
 * that fails keeps its claim, and is claimed again when the lease has ended.
 */
export function localQueue(deps: ItemDeps, fetches: number): ItemQueue {
  const queue = new PQueue({ concurrency: fetches })
  const known = new Set<string>()
  const end = sharedEnd()
  const work = async (claim: Claim, name: string): Promise<void> => {
    try {
      await workOnItem(claim, deps, end.signal)
    } catch (error) {
      if (!end.signal.aborted) {
        deps.log.error({ err: error, batch: claim.batchId }, 'an item of a batch failed, and is tried again later')
      }
    } finally {
      known.delete(name)
    }
  }
  return {
    add: async (claims) => {
      for (const claim of claims) {
        const name = `${claim.batchId} ${claim.index}`
        if (known.has(name)) continue
        known.add(name)
        void queue.add(() => work(claim, name))
      }
    },
    close: async (drainMs) => {
      queue.clear()
      await Promise.race([
        queue.onIdle(),
        sleep(drainMs, undefined, { signal: end.signal, ref: false }).catch(() => undefined),
      ])
      end.abort()
      await queue.onIdle()
    },
  }
}
