import { setTimeout as sleep } from 'node:timers/promises'
import type { H3Event } from 'h3'

/** How wrong keys are slowed down. */
interface WrongKeyPace {
  /** Those that are answered at once. */
  readonly free: number
  /** What each one beyond them adds to the wait. Unit: ms. */
  readonly stepMs: number
  /** Longest wait. Unit: ms. */
  readonly maxWaitMs: number
  /** Time after which one less counts. Unit: ms. */
  readonly lessAfterMs: number
}

const PACE: WrongKeyPace = { free: 60, stepMs: 100, maxWaitMs: 2000, lessAfterMs: 1000 }
/** Addresses that are remembered. */
const MAX_ADDRESSES = 10_000

/** How many wrong keys an address has sent, less one for each `lessAfterMs` since. */
interface Level {
  readonly count: number
  readonly atMs: number
}

/** Slows down addresses that send many wrong keys or tokens, or keys where they may not be used. Right ones never wait. */
export class WrongKeys {
  private readonly levels = new Map<string, Level>()
  private readonly monotonicMs: () => number

  private readonly pace: WrongKeyPace

  /** `monotonicMs`: a clock that is never set. Unit: ms. */
  constructor(monotonicMs: () => number = () => performance.now(), pace: WrongKeyPace = PACE) {
    this.monotonicMs = monotonicMs
    this.pace = pace
  }

  /** Counts a wrong key, and gives the time that its answer must wait. Unit: ms. `address`: null, unknown; all of them count as one. */
  count(address: string | null): number {
    const { free, stepMs, maxWaitMs, lessAfterMs } = this.pace
    const name = address ?? ''
    const atMs = this.monotonicMs()
    const before = this.levels.get(name) ?? { count: 0, atMs }
    const most = free + maxWaitMs / stepMs
    const count = Math.min(most, 1 + Math.max(0, before.count - (atMs - before.atMs) / lessAfterMs))
    this.levels.delete(name)
    this.levels.set(name, { count, atMs })
    const [oldest] = this.levels.keys()
    if (this.levels.size > MAX_ADDRESSES && oldest !== undefined) this.levels.delete(oldest)
    return Math.max(0, Math.ceil((count - free) * stepMs))
  }
}

/** Waits before a wrong key is answered. Resolves at once when the client leaves. */
export async function delayWrongKey({ req }: H3Event, waitMs: number): Promise<void> {
  if (waitMs > 0) await sleep(waitMs, undefined, { signal: req.signal }).catch(() => undefined)
}
