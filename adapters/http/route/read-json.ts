import { HTTPError, type H3Event } from 'h3'
import { findJsonExcess } from './json-excess.ts'

/** `problem`: what is wrong, worded to follow the name of the body. */
export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string }

interface JsonOptions {
  /** Default: 1 MiB. */
  readonly maxBytes?: number
  /** JSON that an empty body counts as. Default: none. */
  readonly emptyMeans?: string
}

const MAX_BYTES = 1024 * 1024

/**
 * Reads the body of a request as JSON.
 *
 * It is not h3's `readBody`, which parses a body by its content type, as a form for example, and which
 * ignores a byte order mark.
 *
 * Rejects: with an `HTTPError` 413 of h3 when the body has more bytes.
 */
export async function readJson(event: H3Event, options: JsonOptions = {}): Promise<JsonReading> {
  const { maxBytes = MAX_BYTES, emptyMeans = '' } = options
  const bytes = await readBytes(event, maxBytes)
  const problem = findJsonExcess(bytes)
  if (problem !== null) return { ok: false, problem }
  const text = bytes.toString()
  try {
    return { ok: true, value: JSON.parse(text.trim() === '' ? emptyMeans : text) as unknown }
  } catch {
    return { ok: false, problem: 'must be JSON' }
  }
}

/**
 * Not h3's `assertBodySize`, which cancels a body that is too large: Node then closes the connection,
 * and the client does not learn why.
 */
async function readBytes({ req }: H3Event, maxBytes: number): Promise<Buffer> {
  if (Number(req.headers.get('content-length') ?? 0) > maxBytes) throw new HTTPError({ status: 413 })
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  const reader = req.body?.getReader()
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
    sizeBytes += piece.value.byteLength
    if (sizeBytes > maxBytes) throw new HTTPError({ status: 413 })
    chunks.push(piece.value)
  }
  return Buffer.concat(chunks)
}
