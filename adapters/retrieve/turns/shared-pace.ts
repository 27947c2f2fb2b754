import Bottleneck from 'bottleneck'
import { FairQueue } from './fair-queue.ts'
import { leftEarly, NoTurnError, type Lane, type Payer, type Release } from './turns.ts'

interface SharedPaceOptions {
  /** Turns at the same time in each lane, of all processes together. */
  readonly limits: Readonly<Record<Lane, number>>
  /** Time between the starts of two turns, in all lanes and processes together. Unit: ms. */
  readonly minTimeMs: number
}

/** First part of the names of paces in a Redis. */
const SHARED_NAME = 'shelfmark-pace-'
/** A turn whose process died is free again after this time. Longer than an attempt. Unit: ms. */
const TURN_MS = 20_000

/**
 * Turns at one marketplace, of all processes on one Redis. Each process lets one request of a lane
 * wait at the Redis at a time; the others wait in a fair queue of the process.
 */
export class SharedPace {
  private readonly doors = new FairQueue({ limits: { requests: 1, batches: 1 } })
  /** Callers that wait at the Redis. bottleneck reports an error of a script, and lets them wait. */
  private readonly waiting = new Set<(cause: unknown) => void>()
  private readonly lanes: Readonly<Record<Lane, Bottleneck>>

  /** The pace ends with the connection. */
  constructor(domain: string, { limits, minTimeMs }: SharedPaceOptions, connection: Bottleneck.IORedisConnection) {
    const fail = (cause: unknown): void => {
      for (const refuse of this.waiting) refuse(cause)
    }
    const open = (name: string, settings: Bottleneck.ConstructorOptions) =>
      openLimiter(`${SHARED_NAME}${domain}${name}`, { ...settings, connection }, fail)
    const interval = minTimeMs === 0 ? null : open('', { minTime: minTimeMs })
    const openLane = (lane: Lane): Bottleneck => {
      const isFree = limits[lane] === Infinity
      const limiter = open(`-${lane}`, { maxConcurrent: isFree ? null : limits[lane] })
      return interval === null ? limiter : limiter.chain(interval)
    }
    this.lanes = { requests: openLane('requests'), batches: openLane('batches') }
  }

  /** Rejects: with a `NoTurnError`, as soon as the signal is aborted, and when the Redis refuses. */
  async take(payer: Payer, signal: AbortSignal): Promise<Release> {
    const leaveDoor = await this.doors.take(payer, signal)
    try {
      return await this.takeShared(this.lanes[payer.lane], signal)
    } finally {
      leaveDoor()
    }
  }

  /** A turn is a job of the limiter that lasts until the turn is released. One that nobody waits for any more is used up when it comes. */
  private takeShared(limiter: Bottleneck, signal: AbortSignal): Promise<Release> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.waiting.delete(refuse)
        signal.removeEventListener('abort', leave)
      }
      const leave = (): void => {
        end()
        reject(leftEarly())
      }
      const refuse = (cause: unknown): void => {
        end()
        reject(new NoTurnError(`The shared pace gave no turn: ${String(cause)}`, { cause }))
      }
      const job = async (): Promise<void> => {
        if (!this.waiting.has(refuse)) return
        end()
        await new Promise<void>((release) => resolve(release))
      }
      this.waiting.add(refuse)
      signal.addEventListener('abort', leave, { once: true })
      limiter.schedule({ expiration: TURN_MS }, job).catch(refuse)
    })
  }
}

function openLimiter(
  id: string,
  settings: Bottleneck.ConstructorOptions,
  onError: (cause: unknown) => void,
): Bottleneck {
  const limiter = new Bottleneck({ ...settings, id, datastore: 'ioredis' })
  // Without a listener, the event would end the process.
  limiter.on('error', onError)
  const { connection: _, ...pace } = settings
  // bottleneck keeps the pace that it finds in the Redis, which the first process wrote: overwrite it.
  Promise.resolve(limiter.updateSettings(pace)).catch(onError)
  return limiter
}
