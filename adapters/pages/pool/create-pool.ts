import { setMaxListeners } from 'node:events'
import { availableParallelism } from 'node:os'
import { ShelfmarkError, toBytes, type PageInput } from '../../../core/index.ts'
import type { ExtractPageOptions, PageExtraction } from '../index.ts'
import { ExtractionError } from './page-extractor.ts'
import { mapInOrder } from './map-in-order.ts'
import { parseExtraction } from './serialize-extraction.ts'
import { startExtractPool } from './extract-pool.ts'

/** Threads of a pool, and what limits a page in them. */
export interface PoolOptions {
  /** Default: the number of processors. */
  readonly threads?: number | undefined
  /** Most processor time of one page (on Linux; elsewhere its time in a thread). Unit: ms; `Infinity`: no limit. Default: 5,000. */
  readonly timeLimitMs?: number | undefined
  /** Heap limit of a thread, without the bytes of the page. Unit: MiB; `Infinity`: no limit. Default: 256. */
  readonly memoryLimitMb?: number | undefined
}

/** A page for the pool, with what is known of it. It may have members of your own. */
export interface PoolPage extends ExtractPageOptions {
  readonly bytes: PageInput
}

/** What became of a page. `input`: the page as it was given, with its own members. */
export type PoolResult<Input extends PoolPage = PoolPage> =
  | { readonly input: Input; readonly page: PageExtraction; readonly error: null }
  | {
      readonly input: Input
      readonly page: null
      /** As `extractPage` throws; an `ExtractionError` for a page beyond a limit of the pool. */
      readonly error: ShelfmarkError | ExtractionError
    }

/** Options of all pages. Those of a page win. */
export interface PoolExtractOptions extends ExtractPageOptions {
  /** Ends the loop, which then throws the reason. */
  readonly signal?: AbortSignal | undefined
}

/** Threads that extract pages. They keep no process alive while they wait. */
export interface Pool {
  /**
   * Extracts pages, as `extractPage` does, in all threads. Pages are taken only when there is room for
   * them: at most 16 for each thread are extracted before their result is read. A page that can't be
   * extracted is a result with an error.
   *
   * Order: of the pages. Rejects: with the error of `pages`, after the results of the pages before it;
   * with the reason of the signal; when the pool is closed.
   */
  extract<Input extends PoolPage>(
    pages: Iterable<Input> | AsyncIterable<Input>,
    options?: PoolExtractOptions,
  ): AsyncGenerator<PoolResult<Input>, void, undefined>
  /** Ends the threads. Loops that run reject. */
  close(): Promise<void>
  /** As `close`: for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Pages that may be extracted before the one whose result is read next. Unit: pages per thread. */
const PAGES_AHEAD = 16
/** Text has no encoding any more, whatever it declares. */
const TEXT_TYPE = 'text/html; charset=utf-8'

/**
 * Starts a pool. Rejects: `invalid_argument`, for a number of threads that is not one.
 *
 * @example
 * ```ts
 * import { createPool } from 'shelfmark/pool'
 *
 * const pool = await createPool({ threads: 2 })
 * for await (const { input, page, error } of pool.extract([{ bytes, url, id: 7 }])) {
 *   console.log(input.id, error === null ? page.record : error.message)
 * }
 * await pool.close()
 * ```
 */
export async function createPool(options: PoolOptions = {}): Promise<Pool> {
  const { threads = availableParallelism(), ...limits } = options
  const extractor = await startExtractPool({ ...limits, threads, maxWaitingBytes: Infinity })
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)

  const extractOne = async <Input extends PoolPage>(
    input: Input,
    shared: ExtractPageOptions,
    signal: AbortSignal,
  ): Promise<PoolResult<Input>> => {
    try {
      const { bytes, ...own } = readInput(input)
      const serialized = await extractor.extract(bytes, { ...shared, ...own }, signal)
      return { input, page: parseExtraction(serialized), error: null }
    } catch (error) {
      return { input, page: null, error: toPageError(error) }
    }
  }
  const close = async (): Promise<void> => {
    closing.abort(
      new ShelfmarkError('invalid_argument', 'The pool was closed while a loop ran. Close it after the loop.'),
    )
    await extractor.close()
  }
  return {
    async *extract(pages, { signal, ...shared } = {}) {
      const end = AbortSignal.any(signal === undefined ? [closing.signal] : [closing.signal, signal])
      // Each page that waits or runs listens to it.
      setMaxListeners(0, end)
      yield* mapInOrder(pages, (input) => extractOne(input, shared, end), {
        room: threads * PAGES_AHEAD,
        signal: end,
      })
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** The bytes of a page, which a thread may take over, and its options. Throws: `invalid_argument`. */
function readInput(input: PoolPage): ExtractPageOptions & { readonly bytes: Uint8Array } {
  if (typeof input !== 'object' || input === null) {
    throw new ShelfmarkError('invalid_argument', 'A page of a pool must be an object with a member "bytes".')
  }
  const { bytes, domain, asin, page, status, url, addHtml, explain } = input
  const isText = typeof bytes === 'string'
  const contentType = isText ? TEXT_TYPE : input.contentType
  const given = { domain, asin, page, status, url, contentType, addHtml, explain }
  const options = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  // The caller keeps its own bytes.
  return { ...options, bytes: isText ? toBytes(bytes) : new Uint8Array(toBytes(bytes)) }
}

/** Throws: the error itself, when no page is the cause. */
function toPageError(error: unknown): ShelfmarkError | ExtractionError {
  if (error instanceof ShelfmarkError) return error
  if (!(error instanceof ExtractionError)) throw error
  return error.cause instanceof ShelfmarkError ? error.cause : error
}
