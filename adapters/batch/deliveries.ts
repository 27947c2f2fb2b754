import { DELIVERY_SLOTS } from '../../core/policy/index.ts'
import type { DeliveryClaim, Lease } from '../store/batches.ts'
import type { Attempts } from './attempts.ts'
import { sharedEnd } from './shared-end.ts'
import { deliver, type DeliveryDeps } from './deliver.ts'

/** Lease of a claimed delivery. It is renewed while the attempt is being made. Unit: ms. */
const DELIVERY_LEASE_MS = 20_000
/** Interval of renewals: one may fail, and the next is in time. Unit: ms. */
const RENEWAL_MS = DELIVERY_LEASE_MS / 4

/** The attempts of this process at webhooks. `onError`: gets what an attempt rejects with. */
export function createDeliveries(deps: DeliveryDeps, onError: (error: unknown) => void): Attempts {
  const running = new Set<Promise<void>>()
  let isClosed = false
  let claiming: Promise<void> | null = null
  const end = sharedEnd()
  const makeLease = (): Lease => ({ nowMs: deps.epochMs(), leaseMs: DELIVERY_LEASE_MS })
  const attempt = async (one: DeliveryClaim): Promise<void> => {
    const renewal = setInterval(() => {
      deps.store.batches.renewDelivery(one, makeLease()).catch(onError)
    }, RENEWAL_MS)
    try {
      await deliver(one, deps, end.signal)
    } catch (error) {
      if (!end.signal.aborted) onError(error)
    } finally {
      clearInterval(renewal)
    }
  }
  const claim = async (): Promise<void> => {
    const total = DELIVERY_SLOTS.total - running.size
    if (total === 0 || isClosed) return
    for (const one of await deps.store.batches.claimDeliveries({ ...DELIVERY_SLOTS, total }, makeLease())) {
      const attempting: Promise<void> = attempt(one).finally(() => {
        running.delete(attempting)
        // A slot is free: the next one in its queue need not wait for the next round.
        start().catch(onError)
      })
      running.add(attempting)
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
    close: async (drainMs) => {
      isClosed = true
      await claiming?.catch(onError)
      const timer = setTimeout(() => end.abort(), drainMs)
      await Promise.all(running)
      clearTimeout(timer)
    },
  }
}
