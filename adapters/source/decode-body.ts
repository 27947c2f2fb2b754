import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw, type InputType } from 'node:zlib'
import { SourceError } from './page-source.ts'

interface Limits {
  readonly maxOutputLength: number
  readonly chunkSize: number
}
type Decoder = (input: InputType, limits: Limits) => Promise<Buffer>

/** Each piece is a trip to another thread: pages are large. */
const CHUNK_BYTES = 256 * 1024

const decodeZlib: Decoder = promisify(inflate)
const decodeRaw: Decoder = promisify(inflateRaw)
const decodeGzip: Decoder = promisify(gunzip)

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: decodeGzip,
  'x-gzip': decodeGzip,
  br: promisify(brotliDecompress),
  // Servers mean either of two formats.
  deflate: (input, limits) => (hasZlibHeader(input) ? decodeZlib : decodeRaw)(input, limits),
}

/** Value of `Accept-Encoding`: what `decodeBody` undoes. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br'

/**
 * Undoes the `Content-Encoding` of a body. What is cut short is not read in part.
 *
 * Rejects: `page_too_large` when more than so many bytes come out; `unreadable`
 * for another encoding, and for bytes that are not encoded as they are said to be.
 */
export async function decodeBody(bytes: Buffer, encoding: string | undefined, maxBytes: number): Promise<Uint8Array> {
  const names = (encoding ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
  const [name] = names
  if (name === undefined || bytes.length === 0) return bytes
  const decode = names.length === 1 && Object.hasOwn(decoders, name) ? decoders[name] : undefined
  if (decode === undefined) throw new SourceError('unreadable', `There is no way to read "${encoding?.slice(0, 80)}".`)
  try {
    return await decode(bytes, { maxOutputLength: maxBytes, chunkSize: CHUNK_BYTES })
  } catch (error) {
    throw toSourceError(error as NodeJS.ErrnoException, name, maxBytes)
  }
}

function toSourceError(error: NodeJS.ErrnoException, name: string, maxBytes: number): SourceError {
  if (error.code === 'ERR_BUFFER_TOO_LARGE') return tooLargeError(maxBytes)
  return new SourceError('unreadable', `The body is no whole ${name}: ${error.message}.`, { cause: error })
}

export function tooLargeError(maxBytes: number): SourceError {
  return new SourceError('page_too_large', `The page has more than ${maxBytes} bytes.`)
}

/** RFC 1950: method 8, and a checksum over the first two bytes. */
function hasZlibHeader(input: InputType): boolean {
  if (!Buffer.isBuffer(input) || input.length < 2) return false
  return (input.readUInt8(0) & 0x0f) === 8 && input.readUInt16BE(0) % 31 === 0
}
