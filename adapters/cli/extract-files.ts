import { availableParallelism } from 'node:os'
import { membersOf, printObject } from '../../core/contract/index.ts'
import { ShelfmarkError, type PageKind } from '../../core/index.ts'
import { extractNamed } from '../pages/extract-page.ts'
import { ExtractionError, type PageOptions } from '../pages/pool/page-extractor.ts'
import { mapInOrder } from '../pages/pool/map-in-order.ts'
import { printProvenance, serializeExtraction, type SerializedExtraction } from '../pages/pool/serialize-extraction.ts'
import { startExtractPool, type ExtractPool } from '../pages/pool/extract-pool.ts'
import type { PageOrigin, SavedPage, UnreadablePage } from '../pages/saved/saved-page.ts'

/** What the command line prints for one page. */
export interface FileResult {
  readonly page: PageOrigin
  readonly domain: string | null
  readonly kind: PageKind
  /** Evidence for the kind. Absent: null, the page could not be read. */
  readonly evidence: string | null
  /** JSON of a `Product` or `SearchResponse`. Absent: null, the page has no record. */
  readonly recordJson: string | null
  /** JSON of a list of `Issue`. */
  readonly issuesJson: string
  /** JSON of a `Provenance`. Absent: null, the page could not be read. */
  readonly provenanceJson: string | null
  /** Why the page could not be read. Absent: null, it was read. */
  readonly error: { readonly code: string; readonly message: string } | null
}

/** One line of JSON. `hasProvenance`: adds the member `provenance`. */
export function formatResult(result: FileResult, hasProvenance: boolean): string {
  const { page, domain, kind, evidence, recordJson, issuesJson, provenanceJson, error } = result
  const json = printObject([
    ...membersOf({ file: page.name, page_url: page.url ?? null, domain, kind, evidence }),
    ['record', recordJson ?? 'null'],
    ['issues', issuesJson],
    ...(hasProvenance ? ([['provenance', provenanceJson ?? 'null']] as const) : []),
    ['error', JSON.stringify(error)],
  ])
  return `${json}\n`
}

type Extract = (bytes: Uint8Array, options: PageOptions) => SerializedExtraction | Promise<SerializedExtraction>

const extractHere: Extract = (bytes, options) =>
  serializeExtraction(extractNamed(options.record ?? null, bytes, options))

/** Pages that may be extracted before the one that is printed next. Unit: pages per thread. */
const PAGES_AHEAD = 16

/** Pages that are extracted before threads are started, unless their number is given: for fewer, threads are no gain. */
const PAGES_HERE = 256

/**
 * Extracts pages. The first ones are extracted in this thread, the others in `jobs` threads, which take time and memory
 * to start. Pages are read as there is room for them.
 *
 * @param jobs Pages at the same time. null: 1, and for many pages the number of processors.
 * Order: that of the pages.
 */
export async function* extractPages(
  pages: AsyncIterable<SavedPage | UnreadablePage>,
  options: PageOptions,
  jobs: number | null,
): AsyncGenerator<FileResult> {
  const iterator = pages[Symbol.asyncIterator]()
  const threads = jobs ?? availableParallelism()
  const countHere = threads === 1 ? Infinity : jobs === null ? PAGES_HERE : 1
  try {
    for (let count = 0; count < countHere; count++) {
      const next = await iterator.next()
      if (next.done === true) return
      yield await toResult(next.value, options, extractHere)
    }
    yield* extractInThreads({ [Symbol.asyncIterator]: () => iterator }, options, threads)
  } finally {
    await iterator.return?.()
  }
}

async function* extractInThreads(
  pages: AsyncIterable<SavedPage | UnreadablePage>,
  options: PageOptions,
  jobs: number,
): AsyncGenerator<FileResult> {
  let pool: Promise<ExtractPool> | null = null
  const extract = async (page: SavedPage | UnreadablePage): Promise<FileResult> => {
    pool ??= startPool(jobs)
    const threads = await pool
    // A signal for each page: Node warns of one that has many listeners.
    return await toResult(page, options, (bytes, own) => threads.extract(bytes, own, new AbortController().signal))
  }
  try {
    yield* mapInOrder(pages, extract, { room: jobs * PAGES_AHEAD })
  } finally {
    await (await (pool as Promise<ExtractPool> | null))?.close()
  }
}

function startPool(threads: number): Promise<ExtractPool> {
  return startExtractPool({ threads, timeLimitMs: Infinity, memoryLimitMb: Infinity, maxWaitingBytes: Infinity })
}

async function toResult(page: SavedPage | UnreadablePage, options: PageOptions, extract: Extract): Promise<FileResult> {
  const { file, number, name, url } = page
  const origin = { file, number, name, url }
  if ('error' in page) return toFailed(origin, page.error)
  try {
    const { status, contentType } = page
    const extracted = await extract(page.bytes, { ...options, url, status, contentType })
    const { domain, kind, evidence, recordJson, issuesJson } = extracted
    const provenanceJson = printProvenance(extracted)
    return { page: origin, domain, kind, evidence, recordJson, issuesJson, provenanceJson, error: null }
  } catch (error) {
    return toFailed(origin, toFailure(error instanceof ExtractionError ? (error.cause ?? error) : error))
  }
}

function toFailed(page: PageOrigin, error: NonNullable<FileResult['error']>): FileResult {
  return { ...UNREAD, page, error }
}

const UNREAD = {
  domain: null,
  kind: 'unknown',
  evidence: null,
  recordJson: null,
  issuesJson: '[]',
  provenanceJson: null,
} as const

/** Throws: the error itself, when the page is not the cause. */
function toFailure(error: unknown): { code: string; message: string } {
  if (error instanceof ShelfmarkError) return { code: error.code, message: error.message }
  throw error
}
