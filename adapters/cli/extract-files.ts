import { membersOf, printObject } from '../../core/contract/index.ts'
import { ShelfmarkError, type PageKind } from '../../core/index.ts'
import { extractPage, type ExtractPageOptions } from '../pages/extract-page.ts'
import {
  ExtractionError,
  mapInOrder,
  printProvenance,
  serializeExtraction,
  startExtractPool,
  type ExtractPool,
  type SerializedExtraction,
} from '../retrieve/threads/index.ts'
import type { PageOrigin, SavedPage, UnreadablePage } from '../saved/saved-page.ts'

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
    ...membersOf({ file: page.name, page_url: page.url, domain, kind, evidence }),
    ['record', recordJson ?? 'null'],
    ['issues', issuesJson],
    ...(hasProvenance ? ([['provenance', provenanceJson ?? 'null']] as const) : []),
    ['error', JSON.stringify(error)],
  ])
  return `${json}\n`
}

type Extract = (bytes: Uint8Array, options: ExtractPageOptions) => SerializedExtraction | Promise<SerializedExtraction>

const extractHere: Extract = (bytes, options) => serializeExtraction(extractPage(bytes, options))

/** Pages that may be extracted before the one that is printed next. Unit: pages per thread. */
const PAGES_AHEAD = 16

/**
 * Extracts pages, `jobs` at the same time; the first one in this thread, because most commands have one. Pages are
 * read as there is room for them.
 *
 * Order: that of the pages.
 */
export async function* extractPages(
  pages: AsyncIterable<SavedPage | UnreadablePage>,
  options: ExtractPageOptions,
  jobs: number,
): AsyncGenerator<FileResult> {
  let pool: Promise<ExtractPool> | null = null
  let isFirst = true
  const extract = async (page: SavedPage | UnreadablePage): Promise<FileResult> => {
    const isHere = isFirst || jobs === 1
    isFirst = false
    if (isHere) return await toResult(page, options, extractHere)
    pool ??= startPool(jobs)
    const threads = await pool
    // A signal for each page: Node warns of one that has many listeners.
    return await toResult(page, options, (bytes, own) => threads.extract(bytes, own, new AbortController().signal))
  }
  try {
    yield* mapInOrder(pages, extract, { room: jobs === 1 ? 1 : jobs * PAGES_AHEAD })
  } finally {
    await (await (pool as Promise<ExtractPool> | null))?.close()
  }
}

function startPool(threads: number): Promise<ExtractPool> {
  return startExtractPool({ threads, timeLimitMs: Infinity, memoryLimitMb: Infinity, maxWaitingBytes: Infinity })
}

async function toResult(
  page: SavedPage | UnreadablePage,
  options: ExtractPageOptions,
  extract: Extract,
): Promise<FileResult> {
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
