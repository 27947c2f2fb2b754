import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { Claim } from '../store/batches.ts'
import type { ItemQueue } from './runner.ts'
import { workOnItem, type ItemMeans } from './work-on-item.ts'

/** Works on items in this process, so many at a time. What it can't finish keeps its claim, and comes again. */
export function localQueue(means: ItemMeans, fetches: number): ItemQueue {
  const queue = new PQueue({ concurrency: fetches })
  const known = new Set<string>()
  const end = new AbortController()
  const work = async (claim: Claim, name: string): Promise<void> => {
    try {
      await workOnItem(claim, means, end.signal)
    } catch (error) {
      if (!end.signal.aborted) means.log.error({ err: error, batch: claim.batchId }, 'an item is worked on later')
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
