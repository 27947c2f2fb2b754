import { HTTPError, type H3Event } from 'h3'
import { describeJsonMistake } from '../../describe-json-mistake.ts'
import { findJsonExcess } from './json-excess.ts'
import { unpackBody } from './unpack-body.ts'

/** `problem`: what is wrong, worded to follow the name of the body. */
export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string }

interface JsonOptions {
  /** Most bytes of the body, as sent and unpacked. Default: 1 MiB. */
  readonly maxBytes?: number
  /** JSON that an empty body counts as. Default: none. */
  readonly emptyMeans?: string
}

const MAX_BYTES = 1024 * 1024

/**
 * Reads the body of a request as JSON, in UTF-8 with or without a byte order mark. Unpacks it by its `Content-Encoding`.
 *
 * It is not h3's `readBody`, which parses a body by its content type, as a form for example.
 *
 * Rejects: with an `HTTPError` of h3, 413 when the body has more bytes, 415 for a coding that is not known.
 */
export async function readJson(event: H3Event, options: JsonOptions = {}): Promise<JsonReading> {
  const { maxBytes = MAX_BYTES, emptyMeans = '' } = options
  const coding = event.req.headers.get('content-encoding')
  const bytes = await unpackBody(await readBytes(event, maxBytes), coding, maxBytes)
  if (bytes === null) return { ok: false, problem: `must be whole ${coding} data, as its Content-Encoding says` }
  const problem = findJsonExcess(bytes)
  if (problem !== null) return { ok: false, problem }
  // Drops a byte order mark.
  const text = new TextDecoder().decode(bytes)
  try {
    return { ok: true, value: JSON.parse(text.trim() === '' ? emptyMeans : text) as unknown }
  } catch {
    return { ok: false, problem: `must be JSON: ${describeJsonMistake(text)}` }
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
