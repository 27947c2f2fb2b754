import { createReadStream } from 'node:fs'
import { inLargerPieces, peek, type ByteStream } from './byte-stream.ts'
import { gunzip, isGzip } from './gunzip.ts'
import { listSavedFiles } from './list-saved-files.ts'
import { loadFormat, type ReadPages } from './load-format.ts'
import { toUnreadable, type FoundPage, type SavedPage, type UnreadablePage } from './saved-page.ts'
import { sniffFormat, SNIFFED_BYTES } from './sniff-format.ts'

export interface ReadSavedPagesOptions {
  /** Name of the pages of a stream. Default: `-`. */
  readonly name?: string | undefined
  /** Member of JSON lines that has the page. Default: `html`. */
  readonly field?: string | undefined
}

/** Bytes of a file that are read at a time: each piece costs a turn of the event loop. */
const PIECE_BYTES = 512 * 1024

/** Name of standard input. */
export const STANDARD_INPUT = '-'

/**
 * Pages that were saved: HTML, MHTML, WARC, HAR and JSON lines, each also gzipped. The first bytes of a file decide
 * its format. Files are read as streams, and a page when it is asked for.
 *
 * A page that can't be read is an `UnreadablePage`; the pages after it follow where the format allows it.
 *
 * @param source A file, a folder of files (subfolders too), or a stream of bytes such as `process.stdin`.
 * Order: that of the file; files of a folder by name.
 * Throws: the error of the system, when there is no such file; `MissingPackageError`.
 *
 * @example
 * ```ts
 * import { readSavedPages } from 'shelfmark/saved'
 *
 * for await (const page of readSavedPages('crawl.warc.gz')) {
 *   if ('error' in page) console.error(page.name, page.error.message)
 *   else console.log(page.name, page.url, page.bytes.length)
 * }
 * ```
 */
export async function* readSavedPages(
  source: string | ByteStream,
  { name = STANDARD_INPUT, field = 'html' }: ReadSavedPagesOptions = {},
): AsyncGenerator<SavedPage | UnreadablePage> {
  if (typeof source !== 'string') yield* readFile(name, source, field)
  else
    for (const file of listSavedFiles(source))
      yield* readFile(file, createReadStream(file, { highWaterMark: PIECE_BYTES }), field)
}

async function* readFile(file: string, source: ByteStream, field: string): AsyncGenerator<SavedPage | UnreadablePage> {
  try {
    for await (const page of readBytes(file, source, field)) yield toPage(file, page)
  } catch (error) {
    yield toPage(file, isOfSystem(error) ? ofSystem(error) : toUnreadable(error, null))
  }
}

function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

function ofSystem({ code = 'EIO', message }: NodeJS.ErrnoException): FoundPage {
  return { number: null, error: { code, message } }
}

function toPage(file: string, page: FoundPage): SavedPage | UnreadablePage {
  const { number, url } = page
  const origin = { file, number, name: number === null ? file : `${file}#${number}`, url }
  if (!('bytes' in page)) return { ...origin, error: page.error }
  return { ...origin, bytes: page.bytes, status: page.status, contentType: page.contentType }
}

async function* readBytes(file: string, source: ByteStream, field: string): AsyncGenerator<FoundPage> {
  const { head, whole } = await peek(source, SNIFFED_BYTES)
  if (isGzip(head)) {
    yield* readGzip(file, whole, field)
    return
  }
  const read = await loadFormat(sniffFormat(head, file), field)
  yield* read(whole)
}

/** Each record of a WARC is compressed on its own, so that reading goes on with the next one after damage. */
async function* readGzip(file: string, source: ByteStream, field: string): AsyncGenerator<FoundPage> {
  let format: ReturnType<typeof sniffFormat> | null = null
  let read: ReadPages | null = null
  for await (const bytes of gunzip(source)) {
    const { head, whole } = await peek(inLargerPieces(bytes, SNIFFED_BYTES), SNIFFED_BYTES)
    // Bytes in the damage, which was reported, can look like the start of a record.
    if (read !== null && head.length === 0) continue
    format ??= sniffFormat(head, file)
    read ??= await loadFormat(format, field)
    yield* orUnreadable(read(whole))
    if (format !== 'warc') return
  }
}

async function* orUnreadable(pages: AsyncIterable<FoundPage>): AsyncGenerator<FoundPage> {
  try {
    yield* pages
  } catch (error) {
    yield toUnreadable(error, null)
  }
}
