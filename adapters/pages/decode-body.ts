import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { BodyError } from './body-error.ts'

interface Limits {
  readonly maxOutputLength: number
  readonly chunkSize: number
}
type Decoder = (input: zlib.InputType, limits: Limits) => Promise<Buffer>

/** Each chunk is a round trip to zlib's thread: a large chunk needs few of them. */
const CHUNK_BYTES = 256 * 1024

const decodeZlib: Decoder = promisify(zlib.inflate)
const decodeRaw: Decoder = promisify(zlib.inflateRaw)
const decodeGzip: Decoder = promisify(zlib.gunzip)

/** The part of Node's module that has `zstd`. Absent: undefined, in Node 20 and before 22.15. */
interface Zstd {
  readonly zstdDecompress?: (
    input: zlib.InputType,
    limits: Limits,
    done: (error: Error | null, result: Buffer) => void,
  ) => void
}
const { zstdDecompress } = zlib as Zstd

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: decodeGzip,
  'x-gzip': decodeGzip,
  br: promisify(zlib.brotliDecompress),
  // Servers send either of two formats under this name.
  deflate: (input, limits) => (hasZlibHeader(input) ? decodeZlib : decodeRaw)(input, limits),
  ...(zstdDecompress === undefined ? {} : { zstd: promisify(zstdDecompress) }),
}

/** Value of `Accept-Encoding`: the encodings that `decodeBody` decodes. */
export const ACCEPTED_ENCODINGS = ['gzip', 'deflate', 'br', 'zstd']
  .filter((name) => Object.hasOwn(decoders, name))
  .join(', ')

/**
 * Decodes the `Content-Encoding` of a body. A truncated body is rejected, not decoded in part.
 *
 * Rejects: BodyError; `page_too_large` when the result has more than `maxBytes`; `cut` for a body without its end;
 * `unreadable` for an encoding that is not supported, and for bytes that are not in their encoding.
 */
export async function decodeBody(bytes: Buffer, encoding: string | undefined, maxBytes: number): Promise<Uint8Array> {
  const names = (encoding ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
  const [name] = names
  if (name === undefined || bytes.length === 0) return bytes
  const decode = names.length === 1 && Object.hasOwn(decoders, name) ? decoders[name] : undefined
  if (decode === undefined)
    throw new BodyError('unreadable', `The content encoding "${encoding?.slice(0, 80)}" is not supported.`)
  try {
    return await decode(bytes, { maxOutputLength: maxBytes, chunkSize: CHUNK_BYTES })
  } catch (error) {
    throw toBodyError(error as NodeJS.ErrnoException, name, maxBytes)
  }
}

function toBodyError(error: NodeJS.ErrnoException, name: string, maxBytes: number): BodyError {
  if (error.code === 'ERR_BUFFER_TOO_LARGE')
    return new BodyError('page_too_large', `The page has more than ${maxBytes} bytes.`)
  const code = error.code === 'Z_BUF_ERROR' ? 'cut' : 'unreadable'
  return new BodyError(code, `The body is not complete ${name} data: ${error.message}.`, { cause: error })
}

/** RFC 1950, 2.2: compression method 8, and a check value over the first two bytes. */
function hasZlibHeader(input: zlib.InputType): boolean {
  if (!Buffer.isBuffer(input) || input.length < 2) return false
  return (input.readUInt8(0) & 0x0f) === 8 && input.readUInt16BE(0) % 31 === 0
}
