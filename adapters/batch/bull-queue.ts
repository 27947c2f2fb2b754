import { setTimeout as sleep } from 'node:timers/promises'
import { Queue, Worker, type JobsOptions } from 'bullmq'
import { Redis } from 'ioredis'
import type { Claim } from '../store/batches.ts'
import type { ItemQueue } from './runner.ts'
import { workOnItem, type ItemMeans } from './work-on-item.ts'

export interface BullQueueOptions {
  /** As `redis://user:password@host:6379/0`, or `rediss:` for TLS. */
  readonly url: string
  /** First part of all names in Redis. */
  readonly prefix: string
  /** Items that this process works on at the same time. 0: it hands them out to others alone. */
  readonly fetches: number
}

const QUEUE = 'items'

/**
 * A worker that says nothing for so long is taken for dead, which is looked for
 * so often: its items begin again elsewhere within the sum of both. Unit: ms.
 */
const LOCK_MS = 15_000
const STALLED_CHECK_MS = 5000
/** Workers may die over an item so often: with the library's default of 1, an item would be lost with the second. */
const MAX_DEATHS = 10
/** Nobody who adds items waits longer for a server that does not answer. Unit: ms. */
const COMMAND_TIMEOUT_MS = 5000
const RECONNECT_MS = 500
const GOODBYE_MS = 2000
const KEEP_ALIVE_MS = 10_000

/** Attempts come again while the store is away; when none is left, the claim's lease ends, and the item comes anew. */
const ITEM: JobsOptions = {
  attempts: 20,
  backoff: { type: 'fixed', delay: 1000 },
  removeOnComplete: true,
  removeOnFail: true,
}

/**
 * Works on items in many processes. The store says what there is to do and what is
 * done; the queue carries it to whoever has room. An item that is there is not added twice.
 */
export function bullQueue(means: ItemMeans, { url, prefix, fetches }: BullQueueOptions): ItemQueue {
  const end = new AbortController()
  const onError = (err: Error): void => means.log.warn({ err }, 'the queue of items')
  // A connection that is to end does not wait for a server that is away.
  const retryStrategy = (): number | null => (end.signal.aborted ? null : RECONNECT_MS)
  const toAdd = new Redis(url, { commandTimeout: COMMAND_TIMEOUT_MS, maxRetriesPerRequest: 1, retryStrategy })
  // Who waits for an item waits as long as it takes: the library asks for that.
  const toWork = new Redis(url, { maxRetriesPerRequest: null, keepAlive: KEEP_ALIVE_MS, retryStrategy })
  for (const connection of [toAdd, toWork]) connection.on('error', onError)
  const queue = new Queue<Claim>(QUEUE, { connection: toAdd, prefix })
  queue.on('error', onError)
  const worker = fetches === 0 ? null : startWorker()
  return {
    add: async (claims) => {
      if (claims.length === 0) return
      await queue.addBulk(claims.map((data) => ({ name: 'item', data, opts: { ...ITEM, jobId: nameJob(data) } })))
    },
    close: async (drainMs) => {
      const closed = worker?.close() ?? Promise.resolve()
      await atMost(drainMs, closed)
      end.abort()
      // A server that is away or frozen says goodbye to nobody.
      await atMost(GOODBYE_MS, Promise.all([closed, queue.close()]))
      toAdd.disconnect()
      toWork.disconnect()
    },
  }

  function startWorker(): Worker<Claim> {
    const started = new Worker<Claim>(QUEUE, ({ data }) => workOnItem(data, means, end.signal), {
      connection: toWork,
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

/** Waits for something, and no longer than a time. */
async function atMost(ms: number, something: Promise<unknown>): Promise<void> {
  const wait = new AbortController()
  const pause = sleep(ms, undefined, { signal: wait.signal }).catch(() => undefined)
  await Promise.race([something.catch(() => undefined), pause])
  wait.abort()
}

/** A colon would mean something else to the queue. */
function nameJob({ batchId, index }: Claim): string {
  return `${batchId}-${index}`
}
