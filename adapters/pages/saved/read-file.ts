import { inLargerPieces, peek, type ByteStream } from './byte-stream.ts'
import { gunzip } from './gunzip.ts'
import { isGzip } from './gzip-start.ts'
import { loadFormat, type ReadPages } from './load-format.ts'
import type { ReadAttached } from './read-attached.ts'
import { toUnreadable, type FoundPage, type SavedPage, type UnreadablePage } from './saved-page.ts'
import { sniffFormat, SNIFFED_BYTES } from './sniff-format.ts'

/**
 * The pages of one file. Nothing here needs Node, except for what it decompresses with.
 *
 * `file`: its name. `field`: member of JSON lines that has the page. `readAttached`: reads files next to it; null, there
 * are none.
 */
export async function* readFile(
  file: string,
  source: ByteStream,
  field: string,
  readAttached: ReadAttached | null,
): AsyncGenerator<SavedPage | UnreadablePage> {
  const load: LoadFormat = (format) => loadFormat(format, field, readAttached)
  try {
    for await (const page of readBytes(file, source, load)) yield toPage(file, page)
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

type LoadFormat = (format: ReturnType<typeof sniffFormat>) => Promise<ReadPages>

async function* readBytes(file: string, source: ByteStream, load: LoadFormat): AsyncGenerator<FoundPage> {
  const { head, whole } = await peek(source, SNIFFED_BYTES)
  if (isGzip(head)) {
    yield* readGzip(file, whole, load)
    return
  }
  const read = await load(sniffFormat(head, file))
  yield* read(whole)
}

/** Each record of a WARC is compressed on its own, so that reading goes on with the next one after damage. */
async function* readGzip(file: string, source: ByteStream, load: LoadFormat): AsyncGenerator<FoundPage> {
  let format: ReturnType<typeof sniffFormat> | null = null
  let read: ReadPages | null = null
  for await (const bytes of gunzip(source)) {
    const { head, whole } = await peek(inLargerPieces(bytes, SNIFFED_BYTES), SNIFFED_BYTES)
    // Bytes in the damage, which was reported, can look like the start of a record.
    if (read !== null && head.length === 0) continue
    format ??= sniffFormat(head, file)
    read ??= await load(format)
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
