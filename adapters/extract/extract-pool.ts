import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Piscina } from 'piscina'
import { ExtractionError, type Extraction, type ExtractionRequest, type PageExtractor } from './extraction.ts'
import type { PageResult } from './read-page.ts'
import { abortedError, Seats } from './seats.ts'

export interface ExtractPoolOptions {
  /** Default: 2. */
  readonly threads?: number | undefined
  /** Time that a page may take, once a thread has it. Unit: ms. Default: 5,000. */
  readonly timeLimitMs?: number | undefined
  /** Heap of a thread, beside the page itself. Unit: MiB. Default: 256. */
  readonly memoryLimitMb?: number | undefined
  /** Size of the pages that may wait for a thread. Unit: bytes. Default: 256 MiB. */
  readonly maxWaitingBytes?: number | undefined
}

export interface ExtractPool extends PageExtractor {
  /** Ends all threads; what waits is `aborted`. */
  close(): Promise<void>
}

const MIB = 1024 * 1024
/**
 * Room for what one page leaves behind. At its limit, a thread has 16 MiB in which to end: what survives
 * of this room, a third of it, comes on top at once, and where it does not fit the whole process ends.
 */
const NEW_SPACE_MB = 24
/** A thread that is not there by then is not waited for. Unit: ms. */
const MAX_START_MS = 10_000

/** From source, the worker is a `.ts` file, which the loader of this process reads there too. */
const WORKER = import.meta.url.endsWith('.ts')
  ? new URL('./extract-worker.ts', import.meta.url)
  : new URL('./extract-worker.js', import.meta.url)

/**
 * Starts threads that read pages, one page at a time each. A page that takes too
 * much time or memory costs its own request, and its thread, which is replaced.
 *
 * Rejects: when threads can't be started.
 */
export async function startExtractPool(options: ExtractPoolOptions = {}): Promise<ExtractPool> {
  const { threads = 2, timeLimitMs = 5000, memoryLimitMb = 256, maxWaitingBytes = 256 * MIB } = options
  const piscina = new Piscina({
    filename: WORKER.href,
    minThreads: threads,
    maxThreads: threads,
    idleTimeout: Infinity,
    recordTiming: false,
    // Waiting by `Atomics` was measured to cost both sides more than messages do.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb, maxYoungGenerationSizeMb: NEW_SPACE_MB },
  })
  // Threads that fail without a page are replaced; the error comes again with the next page, if it matters.
  piscina.on('error', () => undefined)
  await Promise.all(Array.from({ length: threads }, () => piscina.run(null)))
  const seats = new Seats(threads, maxWaitingBytes)
  let isClosed = false
  const read = async (bytes: Uint8Array, request: ExtractionRequest): Promise<Outcome['result']> => {
    const { result, isThreadLost } = await runLimited(piscina, bytes, request, timeLimitMs)
    if (isThreadLost) void replaced(piscina).then(() => seats.leave())
    else seats.leave()
    return isClosed && result instanceof ExtractionError ? abortedError() : result
  }
  return {
    async extract(bytes, request, signal) {
      await seats.take(bytes.byteLength, signal)
      const result = await unlessAborted(signal, read(bytes, request))
      if (result instanceof ExtractionError) throw result
      return result
    },
    async close() {
      isClosed = true
      seats.close()
      await piscina.destroy()
    },
  }
}

/** Waits no longer than the caller does. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | ExtractionError> {
  return new Promise((resolve, reject) => {
    const leave = () => resolve(abortedError())
    signal.addEventListener('abort', leave, { once: true })
    work.finally(() => signal.removeEventListener('abort', leave)).then(resolve, reject)
  })
}

interface Outcome {
  readonly result: Extraction | ExtractionError
  readonly isThreadLost: boolean
}

/** Hands a page to a thread. A caller that leaves does not end it: a thread costs more than what is left of one page. */
async function runLimited(
  piscina: Piscina,
  bytes: Uint8Array,
  request: ExtractionRequest,
  timeLimitMs: number,
): Promise<Outcome> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), timeLimitMs)
  const own = ownBuffer(bytes)
  try {
    const task = { bytes: own, request }
    const result = (await piscina.run(task, { transferList: [own.buffer], signal: limit.signal })) as PageResult
    return {
      result: 'limit' in result ? new ExtractionError('page_limit', result.limit) : result,
      isThreadLost: false,
    }
  } catch (error) {
    return toOutcome(error, limit.signal.aborted, timeLimitMs)
  } finally {
    clearTimeout(timer)
  }
}

function toOutcome(error: unknown, isTooLate: boolean, timeLimitMs: number): Outcome {
  if (isTooLate) {
    const message = `The page took more than ${timeLimitMs} ms to read.`
    return { result: new ExtractionError('time_limit', message), isThreadLost: true }
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    const message = 'The page took more memory than a page may.'
    return { result: new ExtractionError('memory_limit', message, { cause: error }), isThreadLost: true }
  }
  const result = new ExtractionError('failed', `The page was not read: ${String(error)}`, { cause: error })
  return { result, isThreadLost: false }
}

/** Bytes that can be handed to a thread without being copied; a piece of a larger buffer is copied once. */
function ownBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes)
}

/** Waits for the thread that comes in place of a lost one. */
async function replaced(piscina: Piscina): Promise<void> {
  await Promise.race([once(piscina, 'workerCreate'), sleep(MAX_START_MS, undefined, { ref: false })])
}
