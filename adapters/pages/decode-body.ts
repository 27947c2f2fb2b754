import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { BodyError } from './body-error.ts'

interface Limits {
  readonly maxOutputLength: number
  readonly chunkSize: number
}

/** One encoding, decoded in the calling thread and in one of zlib's. */
interface Decoder {
  readonly here: (input: Buffer, limits: Limits) => Buffer
  readonly aside: (input: Buffer, limits: Limits) => Promise<Buffer>
}

/** What is left to decode of a body. */
export interface BodyCoding {
  /** Value of the header `Content-Encoding`. Absent: undefined. */
  readonly encoding: string | undefined
  /** Size limit of the decoded body. Unit: bytes. */
  readonly maxBytes: number
}

/** Each chunk is a round trip to zlib's thread: a large chunk needs few of them. */
const CHUNK_BYTES = 256 * 1024
/** A page of 1.15 MB has 220 kB compressed: most are decoded into one chunk, which is then not copied. */
const USUAL_RATIO = 8

const decodeZlib: Decoder = { here: zlib.inflateSync, aside: promisify(zlib.inflate) }
const decodeRaw: Decoder = { here: zlib.inflateRawSync, aside: promisify(zlib.inflateRaw) }
const decodeGzip: Decoder = { here: zlib.gunzipSync, aside: promisify(zlib.gunzip) }
const decodeDeflate = (input: Buffer): Decoder => (hasZlibHeader(input) ? decodeZlib : decodeRaw)

/** The part of Node's module that has `zstd`. Absent: undefined, in Node 20 and before 22.15. */
interface Zstd {
  readonly zstdDecompress?: (input: Buffer, limits: Limits, done: (error: Error | null, result: Buffer) => void) => void
  readonly zstdDecompressSync?: Decoder['here']
}
const { zstdDecompress, zstdDecompressSync } = zlib as Zstd

/** The mark that a zstd body begins with. */
const ZSTD_BEGINNING = Buffer.of(0x28, 0xb5, 0x2f, 0xfd)

/** Whether a body without its end is refused. Node 22.15 to 22.23 give as much of a zstd body as there is. */
function refusesCut(decode: Decoder['here']): boolean {
  try {
    decode(ZSTD_BEGINNING, { maxOutputLength: 1, chunkSize: CHUNK_BYTES })
    return false
  } catch {
    return true
  }
}

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: decodeGzip,
  'x-gzip': decodeGzip,
  br: { here: zlib.brotliDecompressSync, aside: promisify(zlib.brotliDecompress) },
  // Servers send either of two formats under this name.
  deflate: {
    here: (input, limits) => decodeDeflate(input).here(input, limits),
    aside: (input, limits) => decodeDeflate(input).aside(input, limits),
  },
  ...(zstdDecompress === undefined || zstdDecompressSync === undefined || !refusesCut(zstdDecompressSync)
    ? {}
    : { zstd: { here: zstdDecompressSync, aside: promisify(zstdDecompress) } }),
}

/** Value of `Accept-Encoding`: the encodings that `decodeBody` decodes. */
export const ACCEPTED_ENCODINGS = ['gzip', 'deflate', 'br', 'zstd']
  .filter((name) => Object.hasOwn(decoders, name))
  .join(', ')

/**
 * Decodes the `Content-Encoding` of a body, in a thread of zlib. A truncated body is rejected, not decoded in part.
 * `coding`: undefined, nothing is left to decode.
 *
 * Rejects: BodyError; `page_too_large` when the result has more than `maxBytes`; `cut` for a body without its end;
 * `unreadable` for an encoding that is not supported, and for bytes that are not in their encoding.
 */
export async function decodeBody(bytes: Uint8Array, coding: BodyCoding | undefined): Promise<Uint8Array> {
  const named = findDecoder(bytes, coding)
  if (named === null) return bytes
  try {
    return await named.decoder.aside(toBuffer(bytes), { maxOutputLength: named.maxBytes, chunkSize: CHUNK_BYTES })
  } catch (error) {
    throw toBodyError(error as NodeJS.ErrnoException, named)
  }
}

/** As `decodeBody`, in the calling thread and in one call. Throws: as it rejects. */
export function decodeBodyHere(bytes: Uint8Array, coding: BodyCoding | undefined): Uint8Array {
  const named = findDecoder(bytes, coding)
  if (named === null) return bytes
  const { decoder, maxBytes } = named
  const chunkSize = Math.max(CHUNK_BYTES, Math.min(USUAL_RATIO * bytes.length, maxBytes))
  try {
    return decoder.here(toBuffer(bytes), { maxOutputLength: maxBytes, chunkSize })
  } catch (error) {
    throw toBodyError(error as NodeJS.ErrnoException, named)
  }
}

interface NamedDecoder {
  readonly name: string
  readonly decoder: Decoder
  readonly maxBytes: number
}

/** Absent: null, there is nothing to decode. Throws: `unreadable`. */
function findDecoder(bytes: Uint8Array, coding: BodyCoding | undefined): NamedDecoder | null {
  if (coding === undefined) return null
  const { encoding, maxBytes } = coding
  const names = (encoding ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
  const [name] = names
  if (name === undefined || bytes.length === 0) return null
  const decoder = names.length === 1 && Object.hasOwn(decoders, name) ? decoders[name] : undefined
  if (decoder === undefined) {
    throw new BodyError('unreadable', `The content encoding "${encoding?.slice(0, 80)}" is not supported.`)
  }
  return { name, decoder, maxBytes }
}

/** The same bytes. */
function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

function toBodyError(error: NodeJS.ErrnoException, { name, maxBytes }: NamedDecoder): BodyError {
  if (error.code === 'ERR_BUFFER_TOO_LARGE')
    return new BodyError('page_too_large', `The page has more than ${maxBytes} bytes.`)
  const code = error.code === 'Z_BUF_ERROR' ? 'cut' : 'unreadable'
  return new BodyError(code, `The body is not complete ${name} data: ${error.message}.`, { cause: error })
}

/** RFC 1950, 2.2: compression method 8, and a check value over the first two bytes. */
function hasZlibHeader(input: Buffer): boolean {
  if (input.length < 2) return false
  return (input.readUInt8(0) & 0x0f) === 8 && input.readUInt16BE(0) % 31 === 0
}
