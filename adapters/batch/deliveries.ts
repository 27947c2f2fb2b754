import { DELIVERY_SLOTS } from '../../core/policy/index.ts'
import { deliver, type DeliveryDeps } from './deliver.ts'

/** Lease of a claimed delivery: longer than an attempt may take. Unit: ms. */
const DELIVERY_LEASE_MS = 20_000

/** The attempts of this process at webhooks. */
export interface Deliveries {
  /** Starts the attempts that are due and have a slot, without waiting for their end. Rejects: with a `StoreError`. */
  readonly start: () => Promise<void>
  /** Starts no more, and waits for those in progress. */
  readonly close: () => Promise<void>
}

/** `onError`: gets what an attempt rejects with. */
export function createDeliveries(deps: DeliveryDeps, onError: (error: unknown) => void): Deliveries {
  const running = new Set<Promise<void>>()
  let isClosed = false
  let claiming: Promise<void> | null = null
  const claim = async (): Promise<void> => {
    const total = DELIVERY_SLOTS.total - running.size
    if (total === 0 || isClosed) return
    const lease = { nowMs: deps.now(), leaseMs: DELIVERY_LEASE_MS }
    for (const one of await deps.store.batches.claimDeliveries({ ...DELIVERY_SLOTS, total }, lease)) {
      const attempt: Promise<void> = deliver(one, deps)
        .catch(onError)
        .finally(() => {
          running.delete(attempt)
          // A slot is free: the next one in its queue need not wait for the next round.
          start().catch(onError)
        })
      running.add(attempt)
    }
  }
  /** One claim at a time: two would count the same free slots. */
  const start = (): Promise<void> => {
    claiming ??= claim().finally(() => {
      claiming = null
    })
    return claiming
  }
  return {
    start,
    close: async () => {
      isClosed = true
      await claiming?.catch(onError)
      await Promise.all(running)
    },
  }
}
