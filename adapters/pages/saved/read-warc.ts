import { MAX_PAGE_SIZE } from '../../../core/index.ts'
import { BodyError } from '../body-error.ts'
import { decodeBody } from '../decode-body.ts'
import { ByteReader } from './byte-reader.ts'
import { inLargerPieces, peek, readPageBytes, tooLarge, type ByteStream } from './byte-stream.ts'
import { dechunk } from './dechunk.ts'
import { isGzip } from './gzip-start.ts'
import { isHtmlType, startsAsHtml } from './html-type.ts'
import { parseHead, type MessageHead } from './message-head.ts'
import { SavedPageError, toUnreadable, type FoundPage, type SavedPage } from './saved-page.ts'

/** The headers of a record, and those of a response, at most. Unit: bytes. */
const MAX_HEAD_BYTES = 64 * 1024
/** Fewer pieces are received, of the headers that a slow stream gives byte by byte. Unit: bytes. */
const PIECE_BYTES = 4096
/** RFC 9112, 4: the status is the second word. */
const STATUS_LINE = /^\S+ +(\d{3})(?: |$)/
const RECORD_START = Buffer.from('WARC/')
const RECORD_LINE = Buffer.from('\nWARC/')
const LINE_ENDS: readonly (number | undefined)[] = [10, 13]

/** A record of a WARC (ISO 28500), whose block is read from the file. */
interface WarcRecord {
  readonly headers: MessageHead['headers']
  readonly reader: ByteReader
}

/**
 * Pages of HTML among the records of a WARC, in their order: responses, resources and conversions. Revisits have no page,
 * and are skipped.
 *
 * @param count Number of records that were read before, of the same file.
 */
export async function* readWarc(source: ByteStream, count = { records: 0 }): AsyncGenerator<FoundPage> {
  const reader = new ByteReader(inLargerPieces(source, PIECE_BYTES))
  try {
    while ((await skipLineEnds(reader)) > 0) {
      if (!(await isRecordStart(reader))) {
        const error = damaged(`There is no record after record ${count.records}, but other bytes.`)
        yield toUnreadable(error, count.records + 1)
        await skipToRecord(reader)
        continue
      }
      count.records++
      yield* readRecord(reader, count.records)
    }
  } finally {
    await reader.close()
  }
}

/** Reads empty lines. Gives the number of bytes after them that were received: 0 at the end of the file. */
async function skipLineEnds(reader: ByteReader): Promise<number> {
  for (;;) {
    const bytes = await reader.peek(1)
    let size = 0
    while (LINE_ENDS.includes(bytes[size])) size++
    reader.skip(size)
    if (size < bytes.length || size === 0) return bytes.length - size
  }
}

async function isRecordStart(reader: ByteReader): Promise<boolean> {
  const bytes = await reader.peek(RECORD_START.length)
  return bytes.subarray(0, RECORD_START.length).equals(RECORD_START)
}

/** Reads up to the next line that a record may start with. */
async function skipToRecord(reader: ByteReader): Promise<void> {
  for (;;) {
    const bytes = await reader.peek(RECORD_LINE.length)
    const lineEnd = bytes.indexOf(RECORD_LINE)
    const isEnd = bytes.length < RECORD_LINE.length
    reader.skip(lineEnd === -1 ? bytes.length - (isEnd ? 0 : RECORD_LINE.length - 1) : lineEnd + 1)
    if (lineEnd !== -1 || isEnd) return
  }
}

/** Throws: `truncated`, when the file ends in the headers; `damaged`, when they have no end. */
async function readHead(reader: ByteReader): Promise<MessageHead> {
  for (let size = 1; size <= MAX_HEAD_BYTES;) {
    const bytes = await reader.peek(size)
    const head = parseHead(bytes.subarray(0, MAX_HEAD_BYTES))
    if (head !== null) {
      reader.skip(head.size)
      return head
    }
    if (bytes.length < size) {
      reader.skip(bytes.length)
      throw new SavedPageError('truncated', 'The headers of the record have no end: the file is truncated.')
    }
    size = bytes.length + 1
  }
  await skipToRecord(reader)
  throw damaged(`The headers of the record have more than ${MAX_HEAD_BYTES} bytes.`)
}

async function* readRecord(reader: ByteReader, number: number): AsyncGenerator<FoundPage> {
  let url: string | undefined
  try {
    const { headers } = await readHead(reader)
    url = headers.get('warc-target-uri')
    const page = await readPage({ headers, reader })
    if (page !== null) yield { number, url, ...page }
  } catch (error) {
    yield toUnreadable(error, number, url)
  }
}

type Page = Pick<SavedPage, 'bytes' | 'status' | 'contentType'>

/**
 * The page of a record, which is read to its end in any case. Absent: null, the record has no HTML.
 *
 * Throws: `truncated`, when the file ends before the record does; `page_too_large`; `damaged`.
 */
async function readPage({ headers, reader }: WarcRecord): Promise<Page | null> {
  const length = Number(headers.get('content-length') ?? Number.NaN)
  if (!Number.isSafeInteger(length) || length < 0) {
    await skipToRecord(reader)
    throw damaged('The record does not say how long it is.')
  }
  const { head, whole } = await peek(reader.read(length), MAX_HEAD_BYTES)
  const holds = whatHolds(headers, head)
  const response = holds === 'response' ? toResponse(parseHead(head)) : holds === 'page' ? toBarePage(headers) : null
  const isTyped = response?.contentType !== ''
  const hasPage = response !== null && (!isTyped || isHtmlType(response.contentType))
  const bytes = hasPage && length <= MAX_PAGE_SIZE ? await readPageBytes(whole) : null
  const size = bytes?.length ?? (await countBytes(whole))
  if (size < length) {
    throw new SavedPageError('truncated', `The record has ${size} of its ${length} bytes: the file is truncated.`)
  }
  if (holds === 'response' && response === null) throw damaged('The response of the record has no end of its headers.')
  if (!hasPage) return null
  if (bytes === null && isTyped) throw tooLarge()
  if (bytes === null) return null
  const { status, contentType } = response
  const page = await decode(bytes.subarray(response.size), response)
  if (!isTyped && !startsAsHtml(page)) return null
  return { bytes: page, status, contentType: isTyped ? contentType : undefined }
}

const BARE = new Set(['resource', 'conversion'])
const RESPONSE_START = Buffer.from('HTTP/')

/** What the block of a record is: a response of HTTP, or a page without its headers. Absent: null, neither. */
function whatHolds(headers: MessageHead['headers'], block: Buffer): 'response' | 'page' | null {
  const type = headers.get('warc-type') ?? ''
  if (BARE.has(type)) return 'page'
  if (type !== 'response') return null
  // The type of a block may be missing (ISO 28500, 5.6).
  const contentType = headers.get('content-type')
  const isHttp =
    contentType?.startsWith('application/http') ?? block.subarray(0, RESPONSE_START.length).equals(RESPONSE_START)
  return isHttp ? 'response' : null
}

/** A page that is the whole block. Its type is that of the record. */
function toBarePage(headers: MessageHead['headers']): ResponseHead {
  const contentType = headers.get('content-type') ?? ''
  return { size: 0, status: undefined, contentType, isChunked: false, encoding: undefined }
}

async function countBytes(source: ByteStream): Promise<number> {
  let size = 0
  for await (const piece of source) size += piece.length
  return size
}

interface ResponseHead {
  /** Size of the status line and the headers. Unit: bytes. */
  readonly size: number
  readonly status: number | undefined
  /** "": unknown. */
  readonly contentType: string
  readonly isChunked: boolean
  readonly encoding: string | undefined
}

function toResponse(head: MessageHead | null): ResponseHead | null {
  if (head === null) return null
  const { size, firstLine, headers } = head
  const [, status] = STATUS_LINE.exec(firstLine) ?? []
  return {
    size,
    status: status === undefined ? undefined : Number(status),
    contentType: headers.get('content-type') ?? '',
    isChunked: headers.get('transfer-encoding')?.toLowerCase() === 'chunked',
    encoding: headers.get('content-encoding'),
  }
}

/** The body as a browser has it. Throws: `damaged`; `truncated`; `page_too_large`. */
async function decode(body: Buffer, { isChunked, encoding }: ResponseHead): Promise<Uint8Array> {
  const whole = isChunked ? dechunk(body) : body
  // Some crawlers store what they have decoded, with the headers that the server sent.
  if (encoding?.endsWith('gzip') === true && !isGzip(whole)) return whole
  try {
    return await decodeBody(whole, { encoding, maxBytes: MAX_PAGE_SIZE })
  } catch (error) {
    if (!(error instanceof BodyError)) throw error
    if (error.code === 'page_too_large') throw tooLarge()
    if (error.code === 'cut') throw new SavedPageError('truncated', error.message)
    throw damaged(error.message)
  }
}

function damaged(message: string): SavedPageError {
  return new SavedPageError('damaged', message)
}
