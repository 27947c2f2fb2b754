import type { FairQueue } from './fair-queue.ts'
import type { Release } from '../../pages/pool/line.ts'
import type { Turns } from './turns.ts'

/**
 * Turns that need two: one of a queue for all marketplaces, then one at the marketplace. A page
 * that waits for the first does not keep others from the marketplace.
 */
export function inOrder(first: Pick<FairQueue, 'take'>, second: Turns): Turns {
  return {
    take: async (domain, payer, signal) => {
      const releases: Release[] = [await first.take(payer, signal)]
      const release = (): void => {
        for (const end of releases.toReversed()) end()
      }
      try {
        releases.push(await second.take(domain, payer, signal))
        return release
      } catch (error) {
        release()
        throw error
      }
    },
  }
}
