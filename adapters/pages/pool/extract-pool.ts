import { ShelfmarkError } from '../../../core/index.ts'
import { untilAborted } from '../../signals.ts'
import type { WorkerResult, WorkerTask } from './extract-worker.ts'
import { BodyError } from '../body-error.ts'
import { abortedExtraction, ExtractionError, type PageExtractor } from './page-extractor.ts'
import { PageQueue } from './page-queue.ts'
import type { SerializedExtraction } from './serialize-extraction.ts'
import { TaskThread, TaskTimeout } from './task-thread.ts'

export interface ExtractPoolOptions {
  /** Default: 2. */
  readonly threads?: number | undefined
  /** Most processor time of one page (on Linux; elsewhere its time in a thread). Unit: ms; `Infinity`: no limit. Default: 5,000. */
  readonly timeLimitMs?: number | undefined
  /** Heap limit of a thread, without the bytes of the page. Unit: MiB; `Infinity`: no limit. Default: 256. */
  readonly memoryLimitMb?: number | undefined
  /** Size limit of all pages that wait for a thread. Unit: bytes; `Infinity`: no limit. Default: 256 MiB. */
  readonly maxWaitingBytes?: number | undefined
  /** Module whose default export extracts a page, for tests. Default: `extract-worker`. */
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
/** From source, the worker is a `.ts` file. */
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './extract-worker.ts' : './extract-worker.js', import.meta.url)

/** What became of a page in a thread. */
type PageOutcome = SerializedExtraction | ExtractionError | BodyError

type PageThread = TaskThread<WorkerTask, WorkerResult>

/**
 * Starts threads that extract pages, each one page at a time. A page that exceeds
 * the time or memory limit fails alone: its thread is ended and replaced.
 *
 * Rejects: when the threads can't be started; `invalid_argument`, when there would be none.
 */
export async function startExtractPool(options: ExtractPoolOptions = {}): Promise<ExtractPool> {
  const { threads = 2, timeLimitMs = 5000, memoryLimitMb = 256, maxWaitingBytes = 256 * MIB, worker = WORKER } = options
  if (!Number.isInteger(threads) || threads < 1) {
    throw new ShelfmarkError('invalid_argument', `Invalid number of threads: ${threads}. Use 1 or more.`)
  }
  const resourceLimits =
    memoryLimitMb === Infinity
      ? null
      : { maxOldGenerationSizeMb: memoryLimitMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB }
  const all = Array.from({ length: threads }, (): PageThread => new TaskThread({ work: worker, resourceLimits }))
  await Promise.all(all.map((thread) => thread.start()))
  const idle = [...all]
  const queue = new PageQueue(threads, maxWaitingBytes)
  let isClosed = false
  const free = (thread: PageThread): void => {
    idle.push(thread)
    queue.release()
  }
  const run = async (thread: PageThread, task: WorkerTask): Promise<PageOutcome> => {
    const result = await runLimited(thread, task, timeLimitMs)
    if (isClosed) return result instanceof Error ? abortedExtraction() : result
    // A thread that was lost gets no page before its replacement has started. One that can't start tries again with the page.
    void thread.start().then(
      () => free(thread),
      () => free(thread),
    )
    return result
  }
  return {
    async extract(bytes, pageOptions, signal, workspaceId = null) {
      await queue.acquire(bytes.byteLength, workspaceId, signal)
      const thread = idle.pop()
      if (thread === undefined) throw new Error('The queue has let in more pages than there are threads.')
      const result = await untilAborted(run(thread, { bytes, options: pageOptions }), signal, () =>
        abortedExtraction(signal),
      )
      if (result instanceof Error) throw result
      return result
    },
    async close() {
      isClosed = true
      queue.close()
      await Promise.all(all.map((thread) => thread.close()))
    },
  }
}

/** Extracts a page in a thread. A caller that leaves does not end it: a new thread costs more than the rest of one page. */
async function runLimited(
  thread: PageThread,
  { bytes, options }: WorkerTask,
  timeLimitMs: number,
): Promise<PageOutcome> {
  const own = ownBuffer(bytes)
  try {
    const result = await thread.run({ bytes: own, options }, { transferList: [own.buffer], timeLimitMs })
    if ('undecoded' in result) return new BodyError(result.undecoded.code, result.undecoded.message)
    return 'refused' in result ? refusedError(result.refused) : result
  } catch (error) {
    return toExtractionError(error, timeLimitMs)
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

function toExtractionError(error: unknown, timeLimitMs: number): ExtractionError {
  if (error instanceof TaskTimeout) {
    return new ExtractionError('time_limit', `The extraction took more than ${timeLimitMs} ms.`)
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY') return failedError(error)
  return new ExtractionError('memory_limit', 'The extraction took more memory than one page may take.', {
    cause: error,
  })
}

/** Bytes whose whole buffer can be transferred to a thread. A part of a larger buffer is copied once. */
function ownBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes)
}
