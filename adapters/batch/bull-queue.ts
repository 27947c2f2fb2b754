import { setTimeout as sleep } from 'node:timers/promises'
import { Queue, Worker, type JobsOptions, type RedisOptions } from 'bullmq'
import type { Claim } from '../store/batches.ts'
import type { ItemQueue } from './runner.ts'
import { workOnItem, type ItemMeans } from './work-on-item.ts'

export interface BullQueueOptions {
  readonly redis: RedisOptions
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
/** Nothing waits longer for a server that does not answer; the blocking connection of a worker does. Unit: ms. */
const COMMAND_TIMEOUT_MS = 5000

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
export function bullQueue(means: ItemMeans, { redis, prefix, fetches }: BullQueueOptions): ItemQueue {
  const end = new AbortController()
  const onError = (err: Error): void => means.log.warn({ err }, 'the queue of items')
  const queue = new Queue<Claim>(QUEUE, { connection: { ...redis, commandTimeout: COMMAND_TIMEOUT_MS }, prefix })
  queue.on('error', onError)
  const worker = fetches === 0 ? null : startWorker()
  return {
    add: async (claims) => {
      if (claims.length === 0) return
      await queue.addBulk(claims.map((data) => ({ name: 'item', data, opts: { ...ITEM, jobId: nameJob(data) } })))
    },
    close: async (drainMs) => {
      if (worker !== null) await closeWorker(worker, drainMs, end)
      await queue.close()
    },
  }

  function startWorker(): Worker<Claim> {
    const started = new Worker<Claim>(QUEUE, ({ data }) => workOnItem(data, means, end.signal), {
      connection: redis,
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

/** Begins nothing more, waits for what runs, and leaves the rest to others. */
async function closeWorker(worker: Worker<Claim>, drainMs: number, end: AbortController): Promise<void> {
  const closed = worker.close()
  await Promise.race([closed, sleep(drainMs, undefined, { signal: end.signal, ref: false }).catch(() => undefined)])
  end.abort()
  await closed
}

/** A colon would mean something else to the queue. */
function nameJob({ batchId, index }: Claim): string {
  return `${batchId}-${index}`
}
