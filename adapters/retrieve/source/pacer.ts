import Bottleneck from 'bottleneck'
import { localPace, type Pace } from './local-pace.ts'
import { abortedFetch } from './page-source.ts'

/** Limits of the fetches from one marketplace. */
export interface Pacing {
  /** Time between the starts of two attempts. Unit: ms. Default: 0. */
  readonly minTimeMs?: number | undefined
  /** Attempts at the same time. Default: no limit. */
  readonly concurrency?: number | undefined
  /**
   * Connection to a Redis over which processes share the pace; the last process to start sets it.
   * Default: this process has a pace of its own.
   */
  readonly connection?: Bottleneck.IORedisConnection | undefined
}

/** First part of the names of paces in a Redis. */
const SHARED_NAME = 'shelfmark-pace-'
/** A turn whose process died is free again after this time. Longer than an attempt. Unit: ms. */
const TURN_MS = 60_000

/** Makes attempts at one marketplace wait for their turn. Marketplaces do not wait for each other. */
export class Pacer {
  private readonly paces = new Map<string, Pace>()
  private readonly pacing: Pacing

  constructor(pacing: Pacing) {
    this.pacing = pacing
  }

  /**
   * Runs work when its turn has come.
   *
   * Rejects: `aborted`, as soon as the caller leaves. A turn that was waited for is still used up.
   */
  async run<T>(domain: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const { minTimeMs = 0, concurrency = null, connection } = this.pacing
    if (signal.aborted) throw abortedFetch()
    if (minTimeMs === 0 && concurrency === null) return await work()
    const pace =
      this.paces.get(domain) ??
      (connection === undefined
        ? localPace({ minTimeMs, concurrency })
        : sharedPace(domain, { minTime: minTimeMs, maxConcurrent: concurrency }, connection))
    this.paces.set(domain, pace)
    return await leaveEarly(pace, signal, work)
  }
}

/** Pace of all processes on one Redis. It ends with the connection. */
function sharedPace(
  domain: string,
  settings: { readonly minTime: number; readonly maxConcurrent: number | null },
  connection: Bottleneck.IORedisConnection,
): Pace {
  const limiter = new Bottleneck({ ...settings, id: SHARED_NAME + domain, datastore: 'ioredis', connection })
  // Errors of the Redis reject the jobs that wait. Without a listener, the event would end the process.
  limiter.on('error', () => undefined)
  // bottleneck keeps the pace that it finds in the Redis, which the first process wrote: overwrite it.
  Promise.resolve(limiter.updateSettings(settings)).catch(() => undefined)
  return { schedule: (work) => limiter.schedule({ expiration: TURN_MS }, work) }
}

function leaveEarly<T>(pace: Pace, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(abortedFetch())
    signal.addEventListener('abort', leave, { once: true })
    pace
      .schedule(async () => {
        if (signal.aborted) throw abortedFetch()
        return await work()
      })
      .finally(() => signal.removeEventListener('abort', leave))
      .then(resolve, reject)
  })
}
