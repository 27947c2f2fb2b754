import {
  admit,
  isIdle,
  letTimePass,
  releaseActivity,
  restedActivity,
  wholeTokens,
  type KeyActivity,
  type KeyLimits,
} from '../../core/policy/index.ts'
import type { Admission, HeldSlot, Limiter, RateUse } from './limiter.ts'

export interface MemoryLimiterOptions {
  /**
   * Time after which a slot that was not released is free again. It exceeds the longest request,
   * which is 10 pages of 45 s. Unit: ms. Default: 600,000.
   */
  readonly leaseMs?: number | undefined
}

interface KnownKey {
  readonly activity: KeyActivity
  readonly limits: KeyLimits
}

/** Keys that each request checks for idleness. More than one, so that idle keys are removed faster than keys arrive. */
const CHECKS_PER_REQUEST = 2

/** Limits of keys, within one process. */
export class MemoryLimiter implements Limiter {
  private readonly keys = new Map<string, KnownKey>()
  private readonly leaseMs: number
  private nextSlot = 0

  constructor({ leaseMs = 600_000 }: MemoryLimiterOptions = {}) {
    this.leaseMs = leaseMs
  }

  /** Number of keys in memory. */
  get size(): number {
    return this.keys.size
  }

  async admit(keyId: string, limits: KeyLimits, nowMs: number, requests = 1): Promise<Admission> {
    this.removeIdle(nowMs)
    const before = this.keys.get(keyId)?.activity ?? restedActivity(limits, nowMs)
    const slotId = String(this.nextSlot++)
    const { activity, ...decision } = admit(before, limits, { slotId, nowMs, leaseMs: this.leaseMs, requests })
    this.keys.set(keyId, { activity, limits })
    const use = toUse(activity, limits)
    if (!decision.ok) return { ...decision, ...use }
    return {
      ok: true,
      slot: { keyId, id: slotId },
      inFlight: activity.slots.length,
      allowed: limits.concurrency,
      ...use,
    }
  }

  async look(keyId: string, limits: KeyLimits, nowMs: number): Promise<RateUse> {
    const before = this.keys.get(keyId)?.activity ?? restedActivity(limits, nowMs)
    return toUse(letTimePass(before, limits, nowMs), limits)
  }

  async release({ keyId, id }: HeldSlot): Promise<void> {
    const known = this.keys.get(keyId)
    if (known === undefined) return
    this.keys.set(keyId, { ...known, activity: releaseActivity(known.activity, id) })
  }

  /** Checks the keys that were checked longest ago, and removes idle ones. */
  private removeIdle(nowMs: number): void {
    for (let count = 0; count < CHECKS_PER_REQUEST; count++) {
      const [oldest] = this.keys
      if (oldest === undefined) return
      const [keyId, known] = oldest
      this.keys.delete(keyId)
      if (!isIdle(known.activity, known.limits, nowMs)) this.keys.set(keyId, known)
    }
  }
}

function toUse({ rate }: KeyActivity, { burstPerSecond }: KeyLimits): RateUse {
  return { rps: rate.recentMs.length, ceiling: burstPerSecond, tokens: wholeTokens(rate.milliTokens) }
}
