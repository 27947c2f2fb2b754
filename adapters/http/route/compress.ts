import { once } from 'node:events'
import { Readable, type Transform } from 'node:stream'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { HTTPResponse, type H3Event } from 'h3'
import { chooseEncoding } from './accept-encoding.ts'
import { varyBy } from './vary.ts'

/** A way to compress an answer: a short body, a long one, or a stream. */
interface Encoder {
  /** Blocks the process: for short bodies, because a thread costs more than their compression. */
  readonly short: (body: string | Uint8Array) => Uint8Array
  readonly long: (body: string | Uint8Array) => Promise<Uint8Array>
  readonly stream: () => Transform
}

/** The first levels: others cost up to six times as much, and save a seventh at most (README of `http`). */
const GZIP = { level: 1 }
const BROTLI = {
  params: {
    [zlib.constants.BROTLI_PARAM_QUALITY]: 1,
    [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
  },
}

const gzip = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gzip)
const brotli = promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)

/** The part of Node's module that has `zstd`. Absent: undefined, in Node 20 and before 22.15. */
interface Zstd {
  readonly zstdCompressSync?: (body: zlib.InputType) => Buffer
  readonly zstdCompress?: (body: zlib.InputType, done: (error: Error | null, result: Buffer) => void) => void
  readonly createZstdCompress?: () => Transform
}
const { zstdCompressSync, zstdCompress, createZstdCompress } = zlib as Zstd
const zstd =
  zstdCompressSync === undefined || zstdCompress === undefined || createZstdCompress === undefined
    ? {}
    : { zstd: { short: zstdCompressSync, long: promisify(zstdCompress), stream: createZstdCompress } }

/** Order: the first is preferred by us, where the client accepts several alike. */
const encoders: Readonly<Record<string, Encoder>> = {
  br: {
    short: (body) => zlib.brotliCompressSync(body, BROTLI),
    long: (body) => brotli(body, BROTLI),
    stream: () => zlib.createBrotliCompress(BROTLI),
  },
  ...zstd,
  gzip: {
    short: (body) => zlib.gzipSync(body, GZIP),
    long: (body) => gzip(body, GZIP),
    stream: () => zlib.createGzip(GZIP),
  },
}
const OFFERED = Object.keys(encoders)

/** Shorter bodies fit into a packet or two as they are. Unit: bytes, or characters of a text. */
const MIN_LENGTH = 1024

/** Bodies up to this length are compressed in the same step, which takes 1 ms at most. Unit: characters. */
const SHORT_LENGTH = 64 * 1024

/** Images are compressed already. A compressor would hold events back. */
const COMPRESSIBLE = /^(?:text\/(?!event-stream)|application\/)/

/** Compresses an answer as its client accepts. One without a body, or with a short one, stays as it is. */
export async function compress(event: H3Event, answer: HTTPResponse): Promise<HTTPResponse> {
  const { body, headers, status = 200 } = answer
  if (!COMPRESSIBLE.test(headers.get('Content-Type') ?? '')) return answer
  varyBy(event, 'Accept-Encoding')
  if (headers.has('Content-Encoding') || !isCompressible(body)) return answer
  const encoding = chooseEncoding(event.req.headers.get('accept-encoding'), OFFERED)
  const encoder = encoding === null ? undefined : encoders[encoding]
  if (encoding === null || encoder === undefined) return answer
  const encoded =
    body instanceof ReadableStream
      ? compressStream(body, encoder.stream())
      : ((await compressWhole(body, encoding, encoder)) as Uint8Array<ArrayBuffer>)
  headers.set('Content-Encoding', encoding)
  return new HTTPResponse(encoded, { status, headers })
}

type Compressible = string | Uint8Array | ReadableStream<Uint8Array>

function isCompressible(body: unknown): body is Compressible {
  if (typeof body === 'string' || body instanceof Uint8Array) return body.length >= MIN_LENGTH
  return body instanceof ReadableStream
}

/** Compressed files. A body of bytes is a file in memory, which is sent again; records are texts. */
const files = new WeakMap<Uint8Array, Map<string, Promise<Uint8Array>>>()

function compressWhole(
  body: string | Uint8Array,
  encoding: string,
  { short, long }: Encoder,
): Uint8Array | Promise<Uint8Array> {
  if (typeof body === 'string') return body.length <= SHORT_LENGTH ? short(body) : long(body)
  const known = files.get(body) ?? new Map<string, Promise<Uint8Array>>()
  files.set(body, known)
  const result = known.get(encoding) ?? long(body)
  known.set(encoding, result)
  return result
}

/** Takes as much of the body as fits into the encoder: its pieces are still made when the client has read those before. */
export function compressStream(body: ReadableStream<Uint8Array>, encoder: Transform): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const fail = (error: Error): void => void encoder.destroy(error)
  // A body that fails, as for a client that reads too slowly, may do so while the encoder is full and takes nothing.
  reader.closed.catch(fail)
  encoder.once('close', () => void reader.cancel().catch(() => undefined))
  feed(reader, encoder).catch(fail)
  const strategy = new CountQueuingStrategy({ highWaterMark: 0 })
  return Readable.toWeb(encoder, { strategy }) as ReadableStream<Uint8Array>
}

async function feed(reader: ReadableStreamDefaultReader<Uint8Array>, encoder: Transform): Promise<void> {
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (!encoder.write(part.value)) await once(encoder, 'drain')
  }
  encoder.end()
}
