import { createHmac, timingSafeEqual } from 'node:crypto'
import { isUint8Array } from 'node:util/types'

const SIGNATURE = /^sha256=([0-9a-f]{64})$/

/**
 * Whether a body was sent by the service: the value of `X-SVC-Signature` is the
 * HMAC-SHA256 of its bytes, keyed with the `webhook_signature_secret` of its batch.
 *
 * The body is the one that came in, byte by byte: one that was parsed and printed
 * again is another. Compares in constant time, and never throws: a header that
 * is missing, doubled or malformed is `false`, and so is an empty secret.
 */
export function verifyWebhook(
  rawBody: Uint8Array | string,
  header: string | readonly string[] | null | undefined,
  secret: string,
): boolean {
  // Programs without types come here too, with a body that some framework has parsed.
  if (typeof rawBody !== 'string' && !isUint8Array(rawBody)) return false
  if (typeof header !== 'string' || typeof secret !== 'string' || secret === '') return false
  const signature = SIGNATURE.exec(header)?.[1]
  if (signature === undefined) return false
  const expected = createHmac('sha256', secret).update(rawBody).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}
