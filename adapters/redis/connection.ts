import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { StoreError } from '../store/store-error.ts'
import type { Script } from './script.ts'
import { ServerClock } from './server-clock.ts'

/** The longest that anybody waits for an answer, whatever the server does. Unit: ms. */
export const WAIT_MS = 5000

/** Before the same is asked again. */
const PAUSE_MS = 50

/** A connection on which a question was open so long, and nothing was heard, is given up. */
const SILENCE_MS = 4500

/** Refusals of a server that will answer soon. */
const PASSING = /^(?:LATE|LOADING|BUSY|READONLY|MASTERDOWN|TRYAGAIN)\b/

/** From ARGV 3. */
type ScriptArgs = readonly (string | number)[]

/** How one part of the program uses a Redis: all of its names begin with a prefix, and every failure is a `StoreError`. */
export class Connection {
  private readonly redis: Redis
  private readonly prefix: string
  private readonly clock: ServerClock
  private readonly running = new Set<Promise<unknown>>()
  private isClosed = false
  /** Since when there is no connection. Absent: null, there is one. */
  private awaySinceMs: number | null
  /** When something was last heard of the server. */
  private heardMs = -Infinity
  private lastError: Error | null = null
  /** Whether the connection is about to be replaced. */
  private isGivenUp = false
  private readonly listeners = {
    ready: () => {
      this.awaySinceMs = null
      this.clock.forget()
    },
    close: () => {
      this.awaySinceMs ??= performance.now()
      this.isGivenUp = false
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

  /** Name of a key. */
  name(...parts: string[]): string {
    return [this.prefix, ...parts].join(':')
  }

  /**
   * Runs a script. When its answer is lost it is run again, so that what it does the second
   * time must be nothing. Once this has rejected with `unavailable`, it is not run any more:
   * not even by a server that was frozen, and finds it when it goes on.
   */
  run<Reply>(script: Script, args: ScriptArgs, waitMs?: number): Promise<Reply> {
    return this.track(() => this.execute(script, args, waitMs))
  }

  /** Asks what may be asked, and answered, twice and late. */
  ask<Reply>(ask: (redis: Redis) => Promise<Reply>): Promise<Reply> {
    return this.track(() => this.insist(() => ask(this.redis), WAIT_MS))
  }

  /** Refuses everything from now on, waits for what runs, and lets the caller run what is to be last. */
  async close(end: (run: Connection['run']) => Promise<void>): Promise<void> {
    this.isClosed = true
    await Promise.allSettled(this.running)
    await end((script, args, waitMs) => this.execute(script, args, waitMs))
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
    return this.insist(async (untilMs) => {
      // Who is refused is so before `untilMs` by a pause at most.
      const deadlineMs = await this.clock.toServerMs(untilMs - PAUSE_MS)
      return (await evaluate(this.redis, script, [this.prefix, deadlineMs, ...args])) as Reply
    }, waitMs)
  }

  private async insist<Reply>(attempt: (untilMs: number) => Promise<Reply>, waitMs: number): Promise<Reply> {
    const untilMs = performance.now() + waitMs
    for (;;) {
      const startMs = performance.now()
      if (this.isLongAway(startMs)) throw this.toStoreError(new Error('no connection'))
      try {
        const reply = await within(attempt(untilMs), untilMs - startMs)
        this.heardMs = performance.now()
        return reply
      } catch (error) {
        if (error instanceof StoreError) throw error
        const failure = error as Error
        this.learnFrom(failure, startMs)
        if (!isPassing(failure) || performance.now() + PAUSE_MS >= untilMs) throw this.toStoreError(failure)
      }
      await sleep(PAUSE_MS)
    }
  }

  /** A short loss of the connection is waited for; in a long one, nobody is made to wait. */
  private isLongAway(nowMs: number): boolean {
    if (this.redis.status === 'end') return true
    return this.awaySinceMs !== null && !isConnected(this.redis) && nowMs - this.awaySinceMs > WAIT_MS
  }

  private learnFrom(failure: Error, startMs: number): void {
    if (isRefusal(failure)) this.heardMs = performance.now()
    if (failure.message.startsWith('LATE')) this.clock.forget()
    // A connection that died without an end would be silent for minutes: another one is made.
    const silentMs = performance.now() - Math.max(this.heardMs, startMs)
    if (silentMs < SILENCE_MS || this.redis.status !== 'ready' || this.isGivenUp) return
    this.isGivenUp = true
    this.redis.disconnect(true)
  }

  private toStoreError(failure: Error): StoreError {
    const cause = isRefusal(failure) || this.awaySinceMs === null ? failure : (this.lastError ?? failure)
    // ioredis adds what was sent, and secrets are in it: it is to reach no log.
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

/** Of a connection that is made when it is first used, nothing is known yet. */
function isConnected({ status }: Redis): boolean {
  return status === 'ready' || status === 'wait'
}

/** Whether the server has answered, with a refusal. */
function isRefusal({ name }: Error): boolean {
  return name === 'ReplyError'
}

/** Whether the same may succeed if it is asked again: what is no answer is a connection that was lost. */
function isPassing(failure: Error): boolean {
  return !isRefusal(failure) || PASSING.test(failure.message)
}

function within<Reply>(promise: Promise<Reply>, ms: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer in time')), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
