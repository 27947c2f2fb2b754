import Bottleneck from 'bottleneck'
import { abortedError } from './time-limit.ts'

/** How quickly one marketplace is asked. */
export interface Pacing {
  /** Time between the beginnings of two attempts. Unit: ms. Default: 0. */
  readonly minTimeMs?: number | undefined
  /** Attempts at a time. Default: no limit. */
  readonly concurrency?: number | undefined
  /**
   * Shares the pace with all who have such a connection to the same server; who comes last sets it.
   * Default: it is this process's own.
   */
  readonly connection?: Bottleneck.IORedisConnection | undefined
}

interface Settings {
  readonly minTime: number
  readonly maxConcurrent: number | null
}

/** Names the pace of a marketplace among other things in a server. */
const SHARED_NAME = 'shelfmark-pace-'
/** A process that died gives its turns back by then; longer than an attempt. Unit: ms. */
const TURN_MS = 60_000

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
    const { minTimeMs = 0, concurrency = null, connection } = this.pacing
    if (signal.aborted) throw abortedError()
    if (minTimeMs === 0 && concurrency === null) return await work()
    const limiter =
      this.limiters.get(domain) ?? makeLimiter(domain, { minTime: minTimeMs, maxConcurrent: concurrency }, connection)
    this.limiters.set(domain, limiter)
    return await leaveEarly(limiter, signal, work)
  }

  /** What goes over a shared connection ends with the connection. */
  async close(): Promise<void> {
    // To a shared connection, bottleneck would say goodbye without waiting, or catching, that it is closed meanwhile.
    if (this.pacing.connection !== undefined) return
    await Promise.all([...this.limiters.values()].map((limiter) => limiter.disconnect()))
  }
}

function makeLimiter(domain: string, settings: Settings, connection: Pacing['connection']): Bottleneck {
  const limiter =
    connection === undefined
      ? new Bottleneck(settings)
      : new Bottleneck({ ...settings, id: SHARED_NAME + domain, datastore: 'ioredis', connection })
  // What is wrong with the server is told to who waits; without a listener it would end the process.
  limiter.on('error', () => undefined)
  // Bottleneck keeps to the pace it finds on the server: the pace of whoever came first, whatever was configured since.
  if (connection !== undefined) Promise.resolve(limiter.updateSettings(settings)).catch(() => undefined)
  return limiter
}

function leaveEarly<T>(limiter: Bottleneck, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(abortedError())
    signal.addEventListener('abort', leave, { once: true })
    limiter
      .schedule({ expiration: TURN_MS }, async () => {
        if (signal.aborted) throw abortedError()
        return await work()
      })
      .finally(() => signal.removeEventListener('abort', leave))
      .then(resolve, reject)
  })
}
