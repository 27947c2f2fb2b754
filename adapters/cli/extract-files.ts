import { ShelfmarkError, type PageKind } from '../../core/index.ts'
import { extractPage, type ExtractPageOptions } from '../pages/extract-page.ts'
import {
  ExtractionError,
  mapInOrder,
  printProvenance,
  serializeExtraction,
  startExtractPool,
  type SerializedExtraction,
} from '../retrieve/threads/index.ts'
import { readInput } from './page-arguments.ts'

/** What the command line prints for one page. */
export interface FileResult {
  readonly file: string
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
  const { file, domain, kind, evidence, recordJson, issuesJson, provenanceJson, error } = result
  const facts = JSON.stringify({ file, domain, kind, evidence }).slice(0, -1)
  const provenance = hasProvenance ? `"provenance":${provenanceJson ?? 'null'},` : ''
  return `${facts},"record":${recordJson ?? 'null'},"issues":${issuesJson},${provenance}"error":${JSON.stringify(error)}}\n`
}

type Extract = (bytes: Uint8Array) => SerializedExtraction | Promise<SerializedExtraction>

/** Extracts one page in this thread. A page that can't be read is a result too, not an exception. */
export async function extractFile(file: string, options: ExtractPageOptions): Promise<FileResult> {
  return await toResult(file, (bytes) => serializeExtraction(extractPage(bytes, options), options))
}

/** Pages that may be extracted before the one that is printed next. Unit: pages per thread. */
const PAGES_AHEAD = 16

/** Extracts many pages, `jobs` at the same time. Order: that of the files. */
export async function* extractFiles(
  files: readonly string[],
  options: ExtractPageOptions,
  jobs: number,
): AsyncGenerator<FileResult> {
  if (jobs === 1) {
    for (const file of files) yield await extractFile(file, options)
    return
  }
  const threads = Math.min(jobs, files.length)
  const noLimit = { timeLimitMs: Infinity, memoryLimitMb: Infinity, maxWaitingBytes: Infinity }
  const pool = await startExtractPool({ threads, ...noLimit })
  // A signal for each page: Node warns of one that has many listeners.
  const extract = (file: string): Promise<FileResult> =>
    toResult(file, (bytes) => pool.extract(bytes, options, new AbortController().signal))
  try {
    yield* mapInOrder(files, extract, { room: threads * PAGES_AHEAD })
  } finally {
    await pool.close()
  }
}

async function toResult(file: string, extract: Extract): Promise<FileResult> {
  try {
    const extracted = await extract(await readInput(file))
    const { domain, kind, evidence, recordJson, issuesJson } = extracted
    const provenanceJson = printProvenance(extracted)
    return { file, domain, kind, evidence, recordJson, issuesJson, provenanceJson, error: null }
  } catch (error) {
    const failure = toFailure(error instanceof ExtractionError ? (error.cause ?? error) : error)
    return { ...UNREAD, file, error: failure }
  }
}

const UNREAD = {
  domain: null,
  kind: 'unknown',
  evidence: null,
  recordJson: null,
  issuesJson: '[]',
  provenanceJson: null,
} as const

/** Throws: the error itself, when neither the page nor its file is the cause. */
function toFailure(error: unknown): { code: string; message: string } {
  if (error instanceof ShelfmarkError) return { code: error.code, message: error.message }
  const { code, message } = error as NodeJS.ErrnoException
  if (code === undefined) throw error
  return { code, message }
}
