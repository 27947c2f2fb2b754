import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { StoreError } from '../store-error.ts'
import type { Script } from './script.ts'
import { ServerClock } from './server-clock.ts'

/** Maximum wait of a call, in any state of the server. */
export const WAIT_MS = 5000

/** Maximum wait of the checks that every request begins with: of its key, and of its limits. Unit: ms. */
export const CHECK_WAIT_MS = 1800

/** Pause before a retry. */
const PAUSE_MS = 50

/** A connection is replaced when a command was pending for this time and nothing arrived. */
const SILENCE_MS = 4500

/** Errors of a server that will answer soon. */
const TEMPORARY = /^(?:LATE|LOADING|BUSY|READONLY|MASTERDOWN|TRYAGAIN)\b/

/** Clock that scripts work with: that of Redis, or the times that callers give. */
export type ScriptClock = 'redis' | 'caller'

/** Arguments of a script, from ARGV 3. */
type ScriptArgs = readonly (string | number | Buffer)[]

/**
 * Calls to Redis for one part of the program. All names begin with a prefix, and every failure
 * is a `StoreError`.
 *
 * A short outage is waited for. After `WAIT_MS` without a connection, calls are refused at once.
 */
export class Connection {
  private readonly redis: Redis
  private readonly prefix: string
  private readonly clock: ServerClock
  private readonly running = new Set<Promise<unknown>>()
  private isClosed = false
  /** Start of the outage. Unit: ms of `performance.now`. Absent: null, there is a connection. */
  private awaySinceMs: number | null
  /** Time of the last answer. Unit: ms of `performance.now`. */
  private heardMs = -Infinity
  /** Start of the first call since then. Unit: ms of `performance.now`. Absent: null, no call has started. */
  private askedMs: number | null = null
  private lastError: Error | null = null
  /** Whether the connection is being replaced. */
  private isReplaced = false
  private readonly listeners = {
    ready: () => {
      this.awaySinceMs = null
      this.clock.forget()
    },
    close: () => {
      this.awaySinceMs ??= performance.now()
      this.isReplaced = false
    },
    error: (error: Error) => {
      this.lastError = error
    },
  }

  constructor(redis: Redis, prefix: string) {
    this.redis = redis
    this.prefix = prefix
    this.clock = new ServerClock(redis)
    this.awaySinceMs = isConnected(redis) ? null : performance.now()
    for (const [event, listener] of Object.entries(this.listeners)) redis.on(event, listener)
  }

  /** Name of data in Redis: the prefix and the parts. */
  name(...parts: string[]): string {
    return [this.prefix, ...parts].join(':')
  }

  /**
   * Runs a script. If the answer is lost, the script runs again, so its second run must change
   * nothing. The script has a deadline on the clock of Redis: after this call has rejected with
   * `unavailable`, even a server that was frozen and continues does not run it.
   */
  run<Reply>(script: Script, args: ScriptArgs, waitMs?: number): Promise<Reply> {
    return this.track(() => this.execute(script, args, waitMs))
  }

  /** Runs commands that may run twice, or late: reads, and removals. */
  ask<Reply>(send: (redis: Redis) => Promise<Reply>): Promise<Reply> {
    return this.track(() => this.retry(() => send(this.redis), WAIT_MS))
  }

  /** Refuses new calls, and waits for running ones. */
  async close(): Promise<void> {
    this.isClosed = true
    await Promise.allSettled(this.running)
    for (const [event, listener] of Object.entries(this.listeners)) this.redis.off(event, listener)
  }

  private async track<Reply>(work: () => Promise<Reply>): Promise<Reply> {
    if (this.isClosed) throw new StoreError('closed', 'The store was closed.')
    const running = work()
    this.running.add(running)
    try {
      return await running
    } finally {
      this.running.delete(running)
    }
  }

  private execute<Reply>(script: Script, args: ScriptArgs, waitMs = WAIT_MS): Promise<Reply> {
    return this.retry(async (untilMs) => {
      // A call may be refused one pause before `untilMs`. The script must not run after that.
      const deadlineMs = await this.clock.toServerMs(untilMs - PAUSE_MS)
      return (await evaluate(this.redis, script, [this.prefix, deadlineMs, ...args])) as Reply
    }, waitMs)
  }

  private async retry<Reply>(attempt: (untilMs: number) => Promise<Reply>, waitMs: number): Promise<Reply> {
    const untilMs = performance.now() + waitMs
    for (;;) {
      const startMs = performance.now()
      this.askedMs ??= startMs
      if (this.isLongAway(startMs)) throw this.toStoreError(new Error('no connection'))
      try {
        const reply = await within(attempt(untilMs), untilMs - startMs)
        this.hear()
        return reply
      } catch (error) {
        if (error instanceof StoreError) throw error
        const failure = error as Error
        this.learnFrom(failure, startMs)
        if (!isTemporary(failure) || performance.now() + PAUSE_MS >= untilMs) throw this.toStoreError(failure)
      }
      await sleep(PAUSE_MS)
    }
  }

  /** Whether the outage is so long that calls are refused at once. */
  private isLongAway(nowMs: number): boolean {
    if (this.redis.status === 'end') return true
    return this.awaySinceMs !== null && !isConnected(this.redis) && nowMs - this.awaySinceMs > WAIT_MS
  }

  private hear(): void {
    this.heardMs = performance.now()
    this.askedMs = null
  }

  private learnFrom(failure: Error, startMs: number): void {
    if (isReplyError(failure)) this.hear()
    if (failure.message.startsWith('LATE')) this.clock.forget()
    // A broken connection without a FIN would be silent for minutes.
    // Short calls end before the silence is long enough: the first of them counts.
    const silentMs = performance.now() - Math.max(this.heardMs, this.askedMs ?? startMs)
    if (silentMs < SILENCE_MS || this.redis.status !== 'ready' || this.isReplaced) return
    this.isReplaced = true
    this.redis.disconnect(true)
  }

  private toStoreError(failure: Error): StoreError {
    const cause = isReplyError(failure) || this.awaySinceMs === null ? failure : (this.lastError ?? failure)
    // ioredis attaches the command. It holds hashes of keys, which must not be logged.
    Reflect.deleteProperty(cause, 'command')
    return new StoreError('unavailable', `The store does not work: ${cause.message}`, { cause })
  }
}

async function evaluate(redis: Redis, { text, sha }: Script, args: ScriptArgs): Promise<unknown> {
  try {
    return await redis.evalsha(sha, 0, ...args)
  } catch (error) {
    if (!(error as Error).message.startsWith('NOSCRIPT')) throw error
    return redis.eval(text, 0, ...args)
  }
}

/** A connection that is opened on first use counts as connected. */
function isConnected({ status }: Redis): boolean {
  return status === 'ready' || status === 'wait'
}

/** Whether the server has answered with an error. */
function isReplyError({ name }: Error): boolean {
  return name === 'ReplyError'
}

/** Whether a retry may succeed. A failure that is not an answer is a lost connection. */
function isTemporary(failure: Error): boolean {
  return !isReplyError(failure) || TEMPORARY.test(failure.message)
}

function within<Reply>(promise: Promise<Reply>, ms: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer in time')), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
