import Bottleneck from 'bottleneck'
import { abortedError } from './time-limit.ts'

/** How quickly one marketplace is asked. */
export interface Pacing {
  /** Time between the beginnings of two attempts. Unit: ms. Default: 0. */
  readonly minTimeMs?: number | undefined
  /** Attempts at a time. Default: no limit. */
  readonly concurrency?: number | undefined
}

/** Makes attempts at a marketplace wait for their turn; marketplaces do not wait for each other. */
export class Pacer {
  private readonly limiters = new Map<string, Bottleneck>()
  private readonly pacing: Pacing

  constructor(pacing: Pacing) {
    this.pacing = pacing
  }

  /**
   * Does something when its turn has come.
   *
   * Rejects: `aborted` as soon as the caller leaves; an attempt that waited by
   * then still uses its turn, for nothing.
   */
  async run<T>(domain: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const { minTimeMs = 0, concurrency = null } = this.pacing
    if (signal.aborted) throw abortedError()
    if (minTimeMs === 0 && concurrency === null) return await work()
    let limiter = this.limiters.get(domain)
    if (limiter === undefined) {
      limiter = new Bottleneck({ minTime: minTimeMs, maxConcurrent: concurrency })
      this.limiters.set(domain, limiter)
    }
    return await leaveEarly(limiter, signal, work)
  }

  async close(): Promise<void> {
    await Promise.all([...this.limiters.values()].map((limiter) => limiter.disconnect()))
  }
}

function leaveEarly<T>(limiter: Bottleneck, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(abortedError())
    signal.addEventListener('abort', leave, { once: true })
    limiter
      .schedule(async () => {
        if (signal.aborted) throw abortedError()
        return await work()
      })
      .finally(() => signal.removeEventListener('abort', leave))
      .then(resolve, reject)
  })
}
