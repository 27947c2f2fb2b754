import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'

const [deflateAsync, inflateAsync] = [promisify(deflate), promisify(inflate)]

/** Shorter results, such as errors, are stored as they are. Unit: bytes. */
const MIN_PACKED_BYTES = 1024
/** First byte of zlib's format. JSON begins with another one. */
const ZLIB = 0x78

/** A result in the form in which it is stored: its JSON, deflated if that is worth it. */
export async function packResult(json: string): Promise<Buffer> {
  const bytes = Buffer.from(json)
  return bytes.length < MIN_PACKED_BYTES ? bytes : deflateAsync(bytes)
}

/** The JSON of a stored result. */
export async function unpackResult(stored: Uint8Array): Promise<string> {
  const bytes = stored[0] === ZLIB ? await inflateAsync(stored) : Buffer.from(stored)
  return bytes.toString()
}
