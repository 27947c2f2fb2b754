import Bottleneck from 'bottleneck'
import { Redis } from 'ioredis'

/** Called with what a script answered. */
type Callback = (error: Error | null, answer?: unknown) => void
type Script = (...args: readonly unknown[]) => unknown

/** What of a connection's inside is changed here; bottleneck is pinned for it. */
interface Inside {
  __scriptFn__: (name: string) => Script
}

const REDIS_7 = /^ERR /

/** A connection to a Redis over which processes keep one pace. */
export interface SharedPacing {
  readonly connection: Bottleneck.IORedisConnection
  /** After all fetches have ended. Does not wait for a Redis that is away. */
  readonly close: () => Promise<void>
}

/**
 * Lets all processes on one Redis keep one pace. While it is away, fetches wait for it.
 *
 * Redis 7 puts `ERR ` before the errors of scripts, by whose text bottleneck
 * 2.19.5 tells that its keys are gone: without the cure it never makes them
 * anew, and every fetch fails for ever after a flush.
 * Source: https://github.com/SGrondin/bottleneck/issues/205
 */
export function sharedPacing(url: string): SharedPacing {
  const client = new Redis(url, { maxRetriesPerRequest: null })
  const connection = new Bottleneck.IORedisConnection({ client })
  let isClosed = false
  const inside = connection as unknown as Inside
  const find = inside.__scriptFn__.bind(connection)
  inside.__scriptFn__ = (name) => {
    const run = find(name)
    return (...args) => {
      const callback = args.at(-1) as Callback
      return run(...args.slice(0, -1), (error: Error | null, answer?: unknown) => {
        // What a turn that has ended says last is asked by nobody, and bottleneck does not catch that it was not heard.
        if (!isClosed) callback(cure(error), answer)
      })
    }
  }
  return {
    connection,
    close: async () => {
      isClosed = true
      await connection.disconnect(false)
    },
  }
}

function cure(error: Error | null): Error | null {
  if (error !== null) error.message = error.message.replace(REDIS_7, '')
  return error
}
