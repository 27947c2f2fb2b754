import { assertBodySize, type H3Event } from 'h3'

/**
 * Reads the body of a request as JSON. Absent: undefined, the body is not JSON.
 *
 * It is not h3's `readBody`, which parses a body by its content type, as a form for example, and which
 * ignores a byte order mark.
 *
 * Rejects: with an `HTTPError` 413 of h3 when the body has more bytes.
 */
export async function readJson(event: H3Event, maxBytes: number, otherwise = ''): Promise<unknown> {
  assertBodySize(event, maxBytes)
  const text = Buffer.from(await event.req.arrayBuffer()).toString()
  try {
    return JSON.parse(text.trim() === '' ? otherwise : text) as unknown
  } catch {
    return undefined
  }
}
