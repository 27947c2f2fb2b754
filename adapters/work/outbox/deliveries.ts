import { DELIVERY_SLOTS, type AttemptOutcome } from '../../../core/policy/index.ts'
import type { Lease } from '../../store/batches.ts'
import type { DeliveryClaim, Outbox, OutboxType } from '../../store/outbox.ts'
import { sharedEnd } from '../../signals.ts'

interface DeliveriesOptions {
  readonly outbox: Pick<Outbox, 'claim' | 'renew' | 'endAttempt'>
  /** Letters of other kinds wait. */
  readonly kinds: readonly OutboxType[]
  /** Makes one attempt. Absent: null, it has no outcome. Rejects: with the reason of the signal, when it ends the attempt. */
  readonly deliver: (claim: DeliveryClaim, signal: AbortSignal) => Promise<AttemptOutcome | null>
  /** Gets what an attempt rejects with, unless the end of the process has aborted it. */
  readonly onError: (error: unknown) => void
  /** Unit: ms since 1970. */
  readonly epochMs: () => number
}

export interface Deliveries {
  /** Starts the attempts that are due and have a slot, without waiting for their end. Rejects: with a `StoreError`. */
  readonly start: () => Promise<void>
  /** Starts no more, waits for those in progress, and aborts them after `drainMs`: they are made again. Unit: ms. */
  readonly close: (drainMs: number) => Promise<void>
}

/** Lease of a claimed attempt. It is renewed while the attempt is being made. Unit: ms. */
const DELIVERY_LEASE_MS = 20_000
/** Interval of renewals: one may fail, and the next is in time. Unit: ms. */
const RENEWAL_MS = DELIVERY_LEASE_MS / 4

/** The attempts of this process at what is in the outbox. */
export function createDeliveries({ outbox, kinds, deliver, onError, epochMs }: DeliveriesOptions): Deliveries {
  const running = new Set<Promise<void>>()
  let isClosed = false
  let claiming: Promise<void> | null = null
  const end = sharedEnd()
  const makeLease = (): Lease => ({ nowMs: epochMs(), leaseMs: DELIVERY_LEASE_MS })
  const attempt = async (one: DeliveryClaim): Promise<void> => {
    const renewal = setInterval(() => void outbox.renew(one, makeLease()).catch(onError), RENEWAL_MS)
    const startMs = performance.now()
    try {
      const outcome = await deliver(one, end.signal)
      const durationMs = Math.round(performance.now() - startMs)
      if (outcome !== null) await outbox.endAttempt(one, outcome, epochMs(), durationMs)
    } catch (error) {
      if (!end.signal.aborted) onError(error)
    } finally {
      clearInterval(renewal)
    }
  }
  const claim = async (): Promise<void> => {
    const total = DELIVERY_SLOTS.total - running.size
    if (total === 0 || isClosed) return
    for (const one of await outbox.claim(kinds, { ...DELIVERY_SLOTS, total }, makeLease())) {
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
