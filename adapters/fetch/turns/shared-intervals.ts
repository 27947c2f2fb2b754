import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises'
import Bottleneck from 'bottleneck'
import { Redis } from 'ioredis'
import { ServerClock } from '../../store/redis/server-clock.ts'

/** Called with the reply of a script. */
type Callback = (error: Error | null, answer?: unknown) => void
type Script = (...args: readonly unknown[]) => unknown

/** The private member of a connection that is replaced here. bottleneck's version is pinned for it. */
interface Internals {
  __scriptFn__: (name: string) => Script
}

const REDIS_7 = /^ERR /
/** Time for the last scripts to be answered. Unit: ms. */
const CLOSE_MS = 1000
/** Turns of the event loop without a script after which there are no more. */
const QUIET_TURNS = 20
/** First part of the names of intervals in Redis. */
const SHARED_NAME = 'shelfmark-pace-'

/** Waits until the next fetch may begin. Rejects: when the Redis refuses. */
export type NextStart = () => Promise<void>

/** Intervals between the starts of fetches from a marketplace, of all processes on one Redis. */
export interface SharedIntervals {
  /** The last process to start sets the interval. Unit: ms. */
  readonly open: (domain: string, minTimeMs: number) => NextStart
  readonly close: () => Promise<void>
}

/**
 * Opens a connection for the intervals.
 *
 * bottleneck 2.19.5 detects by the text of a script error that its keys are gone.
 * Redis 7 puts `ERR ` before that text. Without the fix below, bottleneck would never
 * create its keys again after a flush, and every later fetch would fail.
 * Source: https://github.com/SGrondin/bottleneck/issues/205
 *
 * Its scripts take the time from the process that calls them. One whose clock is ahead would make
 * all of them wait, so they get the time of the Redis.
 */
export function sharedIntervals(url: string): SharedIntervals {
  const client = new Redis(url, { maxRetriesPerRequest: null })
  const connection = new Bottleneck.IORedisConnection({ client })
  const clock = new ServerClock(client)
  client.on('ready', () => clock.forget())
  let isClosed = false
  /** Scripts without a reply. */
  const unanswered = new Set<Promise<void>>()
  const internals = connection as unknown as Internals
  const find = internals.__scriptFn__.bind(connection)
  internals.__scriptFn__ = (name) => {
    const run = find(name)
    return (...args) => {
      const callback = args.at(-1) as Callback
      let end: () => void = () => undefined
      const answered: Promise<void> = new Promise((resolve) => {
        end = resolve
      })
      unanswered.add(answered)
      // After the close, no caller waits for a reply, and bottleneck does not catch the error of one.
      const answerCaller: Callback = (error, answer) => {
        unanswered.delete(answered)
        end()
        if (!isClosed) callback(withoutPrefix(error), answer)
      }
      const runAt = (nowMs: number): void => {
        run(...replaceTime(args.slice(0, -1), nowMs), answerCaller)
      }
      clock.toServerMs(performance.now()).then(runAt, answerCaller)
    }
  }
  return {
    open: (domain, minTime) => openInterval(`${SHARED_NAME}${domain}`, { minTime, connection }),
    close: async () => {
      const deadline = sleep(CLOSE_MS, undefined, { ref: false })
      // A turn that was released ends with a script, which bottleneck sends some turns of the event loop later.
      for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
        if (unanswered.size > 0) quiet = 0
        if ((await Promise.race([Promise.all(unanswered).then(nextTick), deadline.then(() => 'late')])) === 'late')
          break
      }
      isClosed = true
      await connection.disconnect(false)
    },
  }
}

function openInterval(id: string, settings: Bottleneck.ConstructorOptions): NextStart {
  /** Callers that wait. bottleneck reports an error of a script, and lets them wait. */
  const waiting = new Set<(cause: Error) => void>()
  const refuseAll = (cause: Error): void => {
    for (const refuse of waiting) refuse(cause)
  }
  const limiter = new Bottleneck({ ...settings, id, datastore: 'ioredis' })
  // Without a listener, the event would end the process.
  limiter.on('error', refuseAll)
  const { connection: _, ...pace } = settings
  // bottleneck keeps the interval that it finds in the Redis, which the first process wrote: overwrite it.
  Promise.resolve(limiter.updateSettings(pace)).catch(refuseAll)
  return () =>
    new Promise((resolve, reject) => {
      const begin = (): void => {
        waiting.delete(refuse)
        resolve()
      }
      const refuse = (cause: Error): void => {
        waiting.delete(refuse)
        reject(cause)
      }
      waiting.add(refuse)
      limiter.schedule(async () => begin()).catch(refuse)
    })
}

/** Arguments of a script of bottleneck with another time: number of keys, keys, time, more arguments. */
function replaceTime(args: readonly unknown[], nowMs: number): readonly unknown[] {
  return args.with(1 + Number(args[0]), nowMs)
}

function withoutPrefix(error: Error | null): Error | null {
  if (error !== null) error.message = error.message.replace(REDIS_7, '')
  return error
}
