import { BATCH_DEADLINE_MS, IDEMPOTENCY_MS } from '../../core/policy/index.ts'
import type { Logger } from '../observe/log.ts'
import type { Batches } from '../store/batches.ts'
import { watchClock } from './watch-clock.ts'

interface HousekeepingDeps {
  readonly store: { readonly batches: Pick<Batches, 'listOverdue' | 'stop' | 'forget'> }
  /** `resultsKeptMs`: how long results are kept after the end of their batch. */
  readonly settings: { readonly resultsKeptMs: number }
  readonly log: Pick<Logger, 'warn'>
  /** Unit: ms since 1970. */
  readonly now: () => number
  /** A clock that can't be set. Unit: ms. Default: `performance.now`. */
  readonly monotonicMs?: (() => number) | undefined
}

/**
 * A round of it stops batches that are past their deadline, and deletes results and idempotency
 * keys that are too old. A round after a jump of the clock does nothing: the next one decides.
 */
export function createHousekeeping({ store, settings, log, now, monotonicMs }: HousekeepingDeps): () => Promise<void> {
  const findJump = watchClock(now, monotonicMs)
  return async () => {
    const jumpMs = findJump()
    if (jumpMs !== 0) {
      log.warn({ jumpMs }, 'the clock has jumped: nothing is stopped or deleted in this round')
      return
    }
    const nowMs = now()
    for (const id of await store.batches.listOverdue(nowMs - BATCH_DEADLINE_MS)) await store.batches.stop(id, nowMs)
    const times = { endedBeforeMs: nowMs - settings.resultsKeptMs, usedBeforeMs: nowMs - IDEMPOTENCY_MS }
    await store.batches.forget(times)
  }
}
