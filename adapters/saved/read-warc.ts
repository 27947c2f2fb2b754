import { AsyncIterReader, LimitReader, StatusAndHeadersParser, WARCParser, type WARCRecord } from 'warcio'
import { MAX_PAGE_SIZE } from '../../core/index.ts'
import { decodeBody } from '../retrieve/source/decode-body.ts'
import { SourceError } from '../retrieve/source/page-source.ts'
import { inLargerPieces, peek, readPageBytes, tooLarge, type ByteStream } from './byte-stream.ts'
import { isGzip } from './gunzip.ts'
import { SavedPageError, toUnreadable, type FoundPage, type SavedPage } from './saved-page.ts'
import { isHtmlType } from './html-type.ts'

/** The status line and the headers of a response, at most. Unit: bytes. */
const MAX_HEAD_BYTES = 64 * 1024
/** warcio does not find the end of headers that is split over pieces of a few bytes. */
const PIECE_BYTES = 4096
const HEAD_END = '\r\n\r\n'
const NO_COMPRESSION = null

/**
 * Responses with pages of HTML among the records of a WARC, in their order. Revisits have no page, and are skipped.
 *
 * @param count Number of records that were read before, of the same file.
 */
export async function* readWarc(source: ByteStream, count = { records: 0 }): AsyncGenerator<FoundPage> {
  const pieces = inLargerPieces(source, PIECE_BYTES)
  let wasRecord = true
  try {
    for await (const record of listRecords(new AsyncIterReader(pieces, NO_COMPRESSION))) {
      const isRecord = record.warcHeaders.statusline.startsWith('WARC/')
      if (isRecord) {
        count.records++
        yield* readRecord(record, count.records)
        if (await isCutOff(record)) return
      } else if (wasRecord) {
        const error = damaged(`There is no record after record ${count.records}, but other bytes.`)
        yield toUnreadable(error, count.records + 1)
      }
      wasRecord = isRecord
    }
  } finally {
    await pieces.return(undefined)
  }
}

/** All records. A line that no record starts with ends the parser; the next one is tried after it. */
async function* listRecords(reader: AsyncIterReader): AsyncGenerator<WARCRecord> {
  for (;;) {
    yield* new WARCParser(reader, { parseHttp: false })
    if ((await reader.readlineRaw()) === null) return
  }
}

/**
 * Whether the file ends before the record does. Reads what is left of the record: warcio would skip it, which never
 * ends in a record that is cut off.
 */
async function isCutOff({ reader }: WARCRecord): Promise<boolean> {
  if (!(reader instanceof LimitReader)) return false
  if (reader.limit > 0) await countBytes(reader)
  return reader.limit > 0
}

async function* readRecord(record: WARCRecord, number: number): AsyncGenerator<FoundPage> {
  const url = record.warcTargetURI ?? undefined
  try {
    const page = await readPage(record)
    if (page !== null) yield { number, url, ...page }
  } catch (error) {
    yield toUnreadable(error, number, url)
  }
}

type Page = Pick<SavedPage, 'bytes' | 'status' | 'contentType'>

/**
 * The page of a record, which is read to its end in any case. Absent: null, the record is not a response with HTML.
 *
 * Throws: `truncated`, when the file ends before the record does; `page_too_large`; `damaged`.
 */
async function readPage(record: WARCRecord): Promise<Page | null> {
  const length = Number(record.warcHeader('Content-Length') ?? Number.NaN)
  if (!Number.isSafeInteger(length) || length < 0) throw damaged('The record does not say how long it is.')
  const { head, whole } = await peek(toAsync(record.reader), MAX_HEAD_BYTES)
  const mayHavePage = isResponse(record)
  const response = mayHavePage ? await parseHead(head) : null
  const block = response?.isHtml === true ? await readPageBytes(whole) : null
  const size = block === null ? await countBytes(whole) : block.length
  if (size < length) {
    throw new SavedPageError('truncated', `The record has ${size} of its ${length} bytes: the file is truncated.`)
  }
  if (mayHavePage && response === null) throw damaged('The response of the record has no end of its headers.')
  if (response === null || block === null) return null
  const { status, contentType } = response
  return { bytes: await decode(block.subarray(response.size), response), status, contentType }
}

function isResponse({ warcType, warcContentType }: WARCRecord): boolean {
  return warcType === 'response' && warcContentType?.startsWith('application/http') === true
}

async function* toAsync(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces
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
  readonly contentType: string
  readonly isHtml: boolean
  readonly isChunked: boolean
  readonly encoding: string | undefined
}

/** Absent: null, the headers have no end. */
async function parseHead(bytes: Uint8Array): Promise<ResponseHead | null> {
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(HEAD_END)
  const size = end + HEAD_END.length
  const lines = new AsyncIterReader([bytes.subarray(0, size)], NO_COMPRESSION)
  const parsed = end === -1 ? null : await new StatusAndHeadersParser().parse(lines, { headersClass: Headers })
  if (parsed === null) return null
  const { headers, statusCode } = parsed
  const contentType = headers.get('content-type') ?? ''
  return {
    size,
    status: Number.isInteger(statusCode) ? Number(statusCode) : undefined,
    contentType,
    isHtml: isHtmlType(contentType),
    isChunked: headers.get('transfer-encoding')?.toLowerCase() === 'chunked',
    encoding: headers.get('content-encoding') ?? undefined,
  }
}

/** The body as a browser has it. Throws: `damaged`; `page_too_large`. */
async function decode(body: Uint8Array, { isChunked, encoding }: ResponseHead): Promise<Uint8Array> {
  const whole = isChunked ? await new AsyncIterReader([body], NO_COMPRESSION, true).readFully() : body
  // Some crawlers store what they have decoded, with the headers that the server sent.
  if (encoding?.endsWith('gzip') === true && !isGzip(whole)) return whole
  try {
    return await decodeBody(Buffer.from(whole.buffer, whole.byteOffset, whole.length), encoding, MAX_PAGE_SIZE)
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    if (error.code === 'page_too_large') throw tooLarge()
    throw damaged(error.message)
  }
}

function damaged(message: string): SavedPageError {
  return new SavedPageError('damaged', message)
}
