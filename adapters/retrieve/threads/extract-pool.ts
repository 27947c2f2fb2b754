import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Piscina } from 'piscina'
import { ShelfmarkError } from '../../../core/index.ts'
import type { WorkerResult, WorkerTask } from './extract-worker.ts'
import { abortedExtraction, ExtractionError, type PageExtractor } from './page-extractor.ts'
import { PageQueue } from './page-queue.ts'
import type { SerializedExtraction } from './serialize-extraction.ts'

export interface ExtractPoolOptions {
  /** Default: 2. */
  readonly threads?: number | undefined
  /** Time limit of one page, from its start in a thread. Unit: ms; `Infinity`: no limit. Default: 5,000. */
  readonly timeLimitMs?: number | undefined
  /** Heap limit of a thread, without the bytes of the page. Unit: MiB; `Infinity`: no limit. Default: 256. */
  readonly memoryLimitMb?: number | undefined
  /** Size limit of all pages that wait for a thread. Unit: bytes; `Infinity`: no limit. Default: 256 MiB. */
  readonly maxWaitingBytes?: number | undefined
  /** Entry of the threads, for tests. Default: `extract-worker`. */
  readonly worker?: URL | undefined
}

export interface ExtractPool extends PageExtractor {
  /** Ends all threads. Pages that wait or run are `aborted`. */
  close(): Promise<void>
}

const MIB = 1024 * 1024
/**
 * Young generation of a thread. At its heap limit, V8 grants a thread 16 MiB more to
 * end in. What survives of the young generation, about a third of it, must fit in
 * there: if it does not, the whole process ends.
 */
const YOUNG_GENERATION_MB = 24
/** Maximum wait for the replacement of a lost thread. Unit: ms. */
const MAX_START_MS = 10_000

/** From source, the worker is a `.ts` file: threads inherit the TypeScript loader of the process. */
const WORKER = import.meta.url.endsWith('.ts')
  ? new URL('./extract-worker.ts', import.meta.url)
  : new URL('./extract-worker.js', import.meta.url)

/**
 * Starts threads that extract pages, each one page at a time. A page that exceeds
 * the time or memory limit fails alone: its thread is ended and replaced.
 *
 * Rejects: when the threads can't be started.
 */
export async function startExtractPool(options: ExtractPoolOptions = {}): Promise<ExtractPool> {
  const { threads = 2, timeLimitMs = 5000, memoryLimitMb = 256, maxWaitingBytes = 256 * MIB, worker = WORKER } = options
  const piscina = new Piscina({
    filename: worker.href,
    minThreads: threads,
    maxThreads: threads,
    idleTimeout: Infinity,
    recordTiming: false,
    // Measured: waiting with `Atomics` costs both sides more than messages do.
    atomics: 'disabled',
    ...(memoryLimitMb === Infinity
      ? {}
      : { resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB } }),
  })
  // A thread that fails between pages is replaced. An error that persists appears again with the next page.
  piscina.on('error', () => undefined)
  await Promise.all(Array.from({ length: threads }, () => piscina.run(null)))
  const queue = new PageQueue(threads, maxWaitingBytes)
  let isClosed = false
  const run = async (task: WorkerTask): Promise<Outcome['result']> => {
    const { result, isThreadLost } = await runLimited(piscina, task, timeLimitMs)
    if (isThreadLost) void replacement(piscina).then(() => queue.release())
    else queue.release()
    return isClosed && result instanceof ExtractionError ? abortedExtraction() : result
  }
  return {
    async extract(bytes, pageOptions, signal) {
      await queue.acquire(bytes.byteLength, signal)
      const result = await unlessAborted(signal, run({ bytes, options: pageOptions }))
      if (result instanceof ExtractionError) throw result
      return result
    },
    async close() {
      isClosed = true
      queue.close()
      await piscina.destroy()
    },
  }
}

/** Waits for work, but not longer than the caller does. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | ExtractionError> {
  return new Promise((resolve, reject) => {
    const leave = () => resolve(abortedExtraction())
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    work.finally(() => signal.removeEventListener('abort', leave)).then(resolve, reject)
  })
}

interface Outcome {
  readonly result: SerializedExtraction | ExtractionError
  readonly isThreadLost: boolean
}

/** Runs a page in a thread. A caller that leaves does not end it: a new thread costs more than the rest of one page. */
async function runLimited(piscina: Piscina, { bytes, options }: WorkerTask, timeLimitMs: number): Promise<Outcome> {
  const limit = new AbortController()
  const timer = timeLimitMs === Infinity ? undefined : setTimeout(() => limit.abort(), timeLimitMs)
  const own = ownBuffer(bytes)
  try {
    const task: WorkerTask = { bytes: own, options }
    const result = (await piscina.run(task, { transferList: [own.buffer], signal: limit.signal })) as WorkerResult
    return { result: 'refused' in result ? refusedError(result.refused) : result, isThreadLost: false }
  } catch (error) {
    return toOutcome(error, limit.signal.aborted, timeLimitMs)
  } finally {
    clearTimeout(timer)
  }
}

function refusedError({ code, message }: Pick<ShelfmarkError, 'code' | 'message'>): ExtractionError {
  const cause = new ShelfmarkError(code, message)
  if (code.startsWith('page_')) return new ExtractionError('page_limit', message, { cause })
  return failedError(cause)
}

function failedError(cause: unknown): ExtractionError {
  return new ExtractionError('failed', `The page was not extracted: ${String(cause)}`, { cause })
}

function toOutcome(error: unknown, isTooLate: boolean, timeLimitMs: number): Outcome {
  if (isTooLate) {
    const message = `The extraction took more than ${timeLimitMs} ms.`
    return { result: new ExtractionError('time_limit', message), isThreadLost: true }
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    const message = 'The extraction took more memory than one page may take.'
    return { result: new ExtractionError('memory_limit', message, { cause: error }), isThreadLost: true }
  }
  return { result: failedError(error), isThreadLost: false }
}

/** Bytes whose whole buffer can be transferred to a thread. A part of a larger buffer is copied once. */
function ownBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes)
}

/** Waits for the thread that replaces a lost one. */
async function replacement(piscina: Piscina): Promise<void> {
  await Promise.race([once(piscina, 'workerCreate'), sleep(MAX_START_MS, undefined, { ref: false })])
}
