import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { HTTPError } from 'h3'

type Unpack = (bytes: zlib.InputType, limit: { readonly maxOutputLength: number }) => Promise<Buffer>

const unpackers: ReadonlyMap<string, Unpack> = new Map([
  ['gzip', promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gunzip)],
  ['deflate', promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflate)],
  ['br', promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress)],
])

/** Value of `Accept-Encoding` in the answer to a body in another coding. */
export const BODY_CODINGS = [...unpackers.keys()].join(', ')

/**
 * Unpacks the body of a request. It stops at the limit: a few KB can unpack to GB.
 *
 * `coding`: value of `Content-Encoding`. Absent: null, the body is plain.
 * Returns null for bytes that are not in their coding.
 * Throws: an `HTTPError` of h3, 413 when the result has more than `maxBytes`, 415 for another coding, or several.
 */
export async function unpackBody(bytes: Buffer, coding: string | null, maxBytes: number): Promise<Buffer | null> {
  const name = coding?.trim().toLowerCase().replace(/^x-/, '') ?? ''
  if (name === '' || name === 'identity') return bytes
  const unpack = unpackers.get(name)
  if (unpack === undefined) throw new HTTPError({ status: 415 })
  try {
    return await unpack(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new HTTPError({ status: 413 })
    return null
  }
}
