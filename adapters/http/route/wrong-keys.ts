import { setTimeout as sleep } from 'node:timers/promises'
import type { H3Event } from 'h3'

/** Wrong keys of an address that are answered at once. One more is, each second. */
const FREE_KEYS = 60
/** What each wrong key beyond them adds to the wait, and the longest wait. Unit: ms. */
const STEP_MS = 100
const MAX_WAIT_MS = 2000
/** Addresses that are remembered. */
const MAX_ADDRESSES = 10_000
const SECOND_MS = 1000

/** How many wrong keys an address has sent, less one for each second since. */
interface Level {
  readonly count: number
  readonly atMs: number
}

/** Slows down addresses that send many wrong keys or tokens, or keys where they may not be used. Right ones never wait. */
export class WrongKeys {
  private readonly levels = new Map<string, Level>()
  private readonly monotonicMs: () => number

  /** `monotonicMs`: a clock that is never set. Unit: ms. */
  constructor(monotonicMs: () => number = () => performance.now()) {
    this.monotonicMs = monotonicMs
  }

  /** Counts a wrong key, and gives the time that its answer must wait. Unit: ms. `address`: null, unknown; all of them count as one. */
  count(address: string | null): number {
    const name = address ?? ''
    const atMs = this.monotonicMs()
    const before = this.levels.get(name) ?? { count: 0, atMs }
    const most = FREE_KEYS + MAX_WAIT_MS / STEP_MS
    const count = Math.min(most, 1 + Math.max(0, before.count - (atMs - before.atMs) / SECOND_MS))
    this.levels.delete(name)
    this.levels.set(name, { count, atMs })
    const [oldest] = this.levels.keys()
    if (this.levels.size > MAX_ADDRESSES && oldest !== undefined) this.levels.delete(oldest)
    return Math.max(0, Math.ceil((count - FREE_KEYS) * STEP_MS))
  }
}

/** Waits before a wrong key is answered. Resolves at once when the client leaves. */
export async function delayWrongKey({ req }: H3Event, waitMs: number): Promise<void> {
  if (waitMs > 0) await sleep(waitMs, undefined, { signal: req.signal }).catch(() => undefined)
}
