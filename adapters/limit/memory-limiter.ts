import {
  admit,
  isIdle,
  releaseActivity,
  restedActivity,
  type KeyActivity,
  type KeyLimits,
} from '../../core/policy/index.ts'
import type { Admission, HeldSlot, Limiter } from './limiter.ts'

export interface MemoryLimiterOptions {
  /**
   * A slot that nobody gives back is free again after so long. Unit: ms.
   * Longer than any request: 10 pages of 45 s. Default: 600,000.
   */
  readonly leaseMs?: number | undefined
}

interface KnownKey {
  readonly activity: KeyActivity
  readonly limits: KeyLimits
}

/** Keys looked at per request, to forget those that are idle: more than one, so that they get fewer. */
const LOOKS = 2

/** Limits of the keys that one process serves. */
export class MemoryLimiter implements Limiter {
  private readonly keys = new Map<string, KnownKey>()
  private readonly leaseMs: number
  private nextSlot = 0

  constructor({ leaseMs = 600_000 }: MemoryLimiterOptions = {}) {
    this.leaseMs = leaseMs
  }

  /** Keys that are remembered. */
  get size(): number {
    return this.keys.size
  }

  async admit(keyId: string, limits: KeyLimits, nowMs: number): Promise<Admission> {
    this.forgetIdle(nowMs)
    const before = this.keys.get(keyId)?.activity ?? restedActivity(limits, nowMs)
    const slotId = String(this.nextSlot++)
    const { activity, ...decision } = admit(before, limits, { slotId, nowMs, leaseMs: this.leaseMs })
    this.keys.set(keyId, { activity, limits })
    if (!decision.ok) return decision
    return {
      ok: true,
      slot: { keyId, id: slotId },
      inFlight: activity.slots.length,
      allowed: limits.concurrency,
      rps: activity.rate.recentMs.length,
      ceiling: limits.burstPerSecond,
    }
  }

  async release({ keyId, id }: HeldSlot): Promise<void> {
    const known = this.keys.get(keyId)
    if (known === undefined) return
    this.keys.set(keyId, { ...known, activity: releaseActivity(known.activity, id) })
  }

  /** Looks at the keys that were looked at longest ago, and forgets those that are idle. */
  private forgetIdle(nowMs: number): void {
    for (let look = 0; look < LOOKS; look++) {
      const [oldest] = this.keys
      if (oldest === undefined) return
      const [keyId, known] = oldest
      this.keys.delete(keyId)
      if (!isIdle(known.activity, known.limits, nowMs)) this.keys.set(keyId, known)
    }
  }
}
