import { BodyError } from '../../../../pages/body-error.ts'
import type { BodyCoding } from '../../../../pages/decode-body.ts'

/** Formats that browsers decompress, by the name of the encoding. */
const FORMATS: Readonly<Record<string, CompressionFormat>> = { gzip: 'gzip', 'x-gzip': 'gzip', deflate: 'deflate' }

/**
 * Decodes the `Content-Encoding` of a body, as `adapters/pages/decode-body.ts` does in Node, without Brotli
 * and zstd.
 *
 * Rejects: `page_too_large`; `unreadable`.
 */
export async function decodeBody(bytes: Uint8Array<ArrayBuffer>, coding: BodyCoding | undefined): Promise<Uint8Array> {
  const { encoding, maxBytes = Infinity } = coding ?? {}
  const name = (encoding ?? '').trim().toLowerCase()
  if (name === '' || name === 'identity' || bytes.length === 0) return bytes
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined
  if (format === undefined) {
    throw new BodyError('unreadable', `A body in the encoding "${name.slice(0, 80)}" can't be read in a browser.`)
  }
  const decoded = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format))
  const whole = await new Response(decoded).arrayBuffer().catch((cause: unknown) => {
    throw new BodyError('unreadable', `The body is not complete ${name} data.`, { cause })
  })
  if (whole.byteLength > maxBytes) throw new BodyError('page_too_large', `The page has more than ${maxBytes} bytes.`)
  return new Uint8Array(whole)
}
