import type { Redis } from 'ioredis'
import { Connection } from '../../store/redis/connection.ts'
import { FairQueue } from './fair-queue.ts'
import type { OpenPace, Pace } from './pacer.ts'
import { sharedIntervals, type SharedIntervals } from './shared-intervals.ts'
import { SharedLane } from './shared-lane.ts'
import { poolOf } from './turns.ts'
import type { Lane } from '../../pages/pool/line.ts'

export interface SharedPacingOptions {
  readonly url: string
  /** A connection made by `connectRedis`. It is left open. */
  readonly redis: Redis
  /** Prefix of all names in Redis. */
  readonly prefix: string
}

/** The pace of all processes on one Redis. */
export interface SharedPacing {
  /** Turns are those of the process that asks; the last process to start sets the interval of a marketplace. */
  readonly openPace: OpenPace
  /** Waits for the ends of the last turns to be confirmed, after all fetches have ended. */
  readonly close: () => Promise<void>
}

/** Opens the pace that all processes on one Redis share. While the Redis is down, fetches wait for it. */
export function sharedPacing({ url, redis, prefix }: SharedPacingOptions): SharedPacing {
  const connection = new Connection(redis, prefix)
  let intervals: SharedIntervals | null = null
  return {
    openPace: (domain, { limits, minTimeMs }): Pace => {
      if (minTimeMs > 0) intervals ??= sharedIntervals(url)
      const nextStart = minTimeMs > 0 ? (intervals?.open(domain, minTimeMs) ?? null) : null
      const open = (lane: Lane): Pace => {
        const pool = poolOf(lane, limits[lane])
        // Without a limit and an interval, nothing is shared.
        if (pool.turns === Infinity && nextStart === null) return new FairQueue({ limits })
        return new SharedLane({ name: `${domain}:${lane}`, pool, nextStart }, connection)
      }
      const lanes = { requests: open('requests'), batches: open('batches') }
      return { take: (payer, signal) => lanes[payer.lane].take(payer, signal) }
    },
    close: async () => {
      await connection.close()
      await intervals?.close()
    },
  }
}
