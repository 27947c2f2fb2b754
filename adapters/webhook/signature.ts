import { createHmac, timingSafeEqual } from 'node:crypto'
import { isUint8Array } from 'node:util/types'

export interface SignedBody {
  /** Form: 64 lower-case hexadecimal digits. */
  readonly signature: string
  /** Unit: bytes. */
  readonly contentLength: number
}

/**
 * Signs a body: HMAC-SHA256 of its bytes. The key is the secret as it is spelled,
 * with its prefix.
 */
export async function signWebhook(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  secret: string,
): Promise<SignedBody> {
  const hmac = createHmac('sha256', secret)
  let contentLength = 0
  for await (const piece of body) {
    hmac.update(piece)
    contentLength += piece.length
  }
  return { signature: hmac.digest('hex'), contentLength }
}

const SIGNATURE = /^sha256=([0-9a-f]{64})$/

/**
 * Whether the service sent a body: the header `X-SVC-Signature` holds the
 * HMAC-SHA256 of its bytes, keyed with the `webhook_signature_secret` of its batch.
 *
 * Pass the body byte for byte as it arrived: one that was parsed and printed again
 * has another signature. The comparison takes constant time. It never throws: a
 * header that is missing, repeated or malformed gives `false`, and so does an empty secret.
 */
export function verifyWebhook(
  rawBody: Uint8Array | string,
  header: string | readonly string[] | null | undefined,
  secret: string,
): boolean {
  // Programs without types may pass a body that their framework has parsed.
  if (typeof rawBody !== 'string' && !isUint8Array(rawBody)) return false
  if (typeof header !== 'string' || typeof secret !== 'string' || secret === '') return false
  const signature = SIGNATURE.exec(header)?.[1]
  if (signature === undefined) return false
  const expected = createHmac('sha256', secret).update(rawBody).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}
