import { setTimeout as sleep } from 'node:timers/promises'
import { Queue, Worker, type JobsOptions } from 'bullmq'
import { Redis } from 'ioredis'
import type { ClaimedItem } from '../store/batches.ts'
import type { ItemQueue } from './runner.ts'
import { sharedEnd } from '../signals.ts'
import { workOnItem, type ItemDeps } from './work-on-item.ts'

export interface BullQueueOptions {
  /** Form: `redis://user:password@host:6379/0`, or `rediss:` for TLS. */
  readonly url: string
  /** First part of all names in the Redis. */
  readonly prefix: string
  /** Name of the queue. */
  readonly name: string
  /** Items that this process works on at the same time. 0: it only adds items for other processes. */
  readonly fetches: number
  /** Called when Redis fails, several times a second while it is down. */
  readonly onProblem: (problem: unknown) => void
}

/**
 * A worker that stops renewing its lock for LOCK_MS is presumed dead, which is checked
 * every STALLED_CHECK_MS: another worker starts its items again within the sum of both. Unit: ms.
 */
const LOCK_MS = 15_000
const STALLED_CHECK_MS = 5000
/** Workers that may die on one item. The library's default is 1: the second death would lose the item. */
const MAX_DEATHS = 10
/** Adding items fails when Redis does not answer in this time. Unit: ms. */
const COMMAND_TIMEOUT_MS = 5000
const RECONNECT_MS = 500
/** Time for the connections to close. Unit: ms. */
const CLOSE_MS = 2000
/** The last priority that the library has. Where a queue that is never empty reaches it, items go on in their order. */
const MAX_PRIORITY = 2 ** 21 - 1
/** Pause before an item that failed returns to the queue. Unit: ms. */
const RETRY_MS = 1000
const KEEP_ALIVE_MS = 10_000

/**
 * An item is tried again while the store is down. After its last attempt, it is claimed again when
 * the lease has ended. There is no backoff: BullMQ would take the time of the next attempt from
 * the clock of the worker, which may be wrong.
 */
const JOB_OPTIONS: JobsOptions = {
  attempts: 20,
  removeOnComplete: true,
  removeOnFail: true,
}

/**
 * Queue of many processes. The store knows which items are to be worked on and which are
 * done; the queue carries them to a process that has room. An item in the queue is not added again.
 *
 * Items are dealt over workspaces, and over the batches of each: the priority of a job is the rank of its item among
 * those of its workspace, counted from the priority of the job that is next. So the first items of a batch do not wait
 * for a thousand of another that were added earlier, and no item waits for all that come later.
 */
export function bullQueue(
  deps: ItemDeps,
  { url, prefix, name, fetches, onProblem: onError }: BullQueueOptions,
): ItemQueue {
  const end = sharedEnd()
  // A connection that is being closed does not wait for Redis when it is down.
  const retryStrategy = (): number | null => (end.signal.aborted ? null : RECONNECT_MS)
  const adding = new Redis(url, { commandTimeout: COMMAND_TIMEOUT_MS, maxRetriesPerRequest: 1, retryStrategy })
  // BullMQ requires a connection without a limit of retries for its blocking commands.
  const working = new Redis(url, { maxRetriesPerRequest: null, keepAlive: KEEP_ALIVE_MS, retryStrategy })
  for (const connection of [adding, working]) connection.on('error', onError)
  const queue = new Queue<ClaimedItem>(name, { connection: adding, prefix })
  queue.on('error', onError)
  const worker = fetches === 0 ? null : startWorker()
  return {
    add: async (claims) => {
      if (claims.length === 0) return
      const [next] = await queue.getPrioritized(0, 0)
      // After those that are next: else items that come one by one would keep all others waiting.
      const ahead = next?.priority ?? 0
      await queue.addBulk(
        claims.map((data) => ({
          name: 'item',
          data,
          opts: { ...JOB_OPTIONS, jobId: jobIdOf(data), priority: Math.min(ahead + data.rank, MAX_PRIORITY) },
        })),
      )
    },
    close: async (drainMs) => {
      const closed = worker?.close() ?? Promise.resolve()
      await waitAtMost(drainMs, closed)
      end.abort()
      // A Redis that is down or frozen never confirms the close.
      await waitAtMost(CLOSE_MS, Promise.all([closed, queue.close()]))
      adding.disconnect()
      working.disconnect()
    },
  }

  async function work(claim: ClaimedItem): Promise<void> {
    try {
      await workOnItem(claim, deps, end.signal)
    } catch (error) {
      await sleep(RETRY_MS, undefined, { signal: end.signal }).catch(() => undefined)
      throw error
    }
  }

  function startWorker(): Worker<ClaimedItem> {
    const started = new Worker<ClaimedItem>(name, ({ data }) => work(data), {
      connection: working,
      prefix,
      concurrency: fetches,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: MAX_DEATHS,
    })
    started.on('error', onError)
    return started
  }
}

/** Waits for a promise to settle, or for a time to pass. */
async function waitAtMost(ms: number, promise: Promise<unknown>): Promise<void> {
  const wait = new AbortController()
  const pause = sleep(ms, undefined, { signal: wait.signal }).catch(() => undefined)
  await Promise.race([promise.catch(() => undefined), pause])
  wait.abort()
}

/** BullMQ gives colons in a job id a meaning of their own. */
function jobIdOf({ batchId, index }: ClaimedItem): string {
  return `${batchId}-${index}`
}
