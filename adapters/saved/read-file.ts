import { inLargerPieces, peek, type ByteStream } from './byte-stream.ts'
import { gunzip } from './gunzip.ts'
import { isGzip } from './gzip-start.ts'
import { loadFormat, type ReadPages } from './load-format.ts'
import { toUnreadable, type FoundPage, type SavedPage, type UnreadablePage } from './saved-page.ts'
import { sniffFormat, SNIFFED_BYTES } from './sniff-format.ts'

/**
 * The pages of one file. Nothing here needs Node, except for what it decompresses with.
 *
 * `file`: its name. `field`: member of JSON lines that has the page.
 */
export async function* readFile(
  file: string,
  source: ByteStream,
  field: string,
): AsyncGenerator<SavedPage | UnreadablePage> {
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
