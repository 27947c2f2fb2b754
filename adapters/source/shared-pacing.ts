import Bottleneck from 'bottleneck'
import type { Redis } from 'ioredis'

/** Called with what a script answered. */
type Callback = (error: Error | null, answer?: unknown) => void
type Script = (...args: readonly unknown[]) => unknown

/** What of a connection's inside is changed here; bottleneck is pinned for it. */
interface Inside {
  __scriptFn__: (name: string) => Script
}

const REDIS_7 = /^ERR /

/**
 * A connection over which pacing is shared by all processes on one Redis.
 *
 * Redis 7 puts `ERR ` before the errors of scripts, by whose text bottleneck
 * 2.19.5 tells that its keys are gone: without the cure it never makes them
 * anew, and every fetch fails for ever after a flush.
 * Source: https://github.com/SGrondin/bottleneck/issues/205
 */
export function sharedPacing(redis: Redis): Bottleneck.IORedisConnection {
  const connection = new Bottleneck.IORedisConnection({ client: redis })
  const inside = connection as unknown as Inside
  const find = inside.__scriptFn__.bind(connection)
  inside.__scriptFn__ = (name) => {
    const run = find(name)
    return (...args) => {
      const callback = args.at(-1) as Callback
      return run(...args.slice(0, -1), (error: Error | null, answer?: unknown) => callback(cure(error), answer))
    }
  }
  return connection
}

function cure(error: Error | null): Error | null {
  if (error !== null) error.message = error.message.replace(REDIS_7, '')
  return error
}
