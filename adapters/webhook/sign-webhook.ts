import { createHmac } from 'node:crypto'
import type { RandomBytes } from '../store/key-hash.ts'

export interface SignedBody {
  /** Form: 64 lower-case hexadecimal digits. */
  readonly signature: string
  /** Unit: bytes. */
  readonly contentLength: number
}

const SECRET_BYTES = 32

/** Makes the secret of one batch. Form: `whsec_` and 43 characters of base64url. */
export function createWebhookSecret(randomBytes: RandomBytes): string {
  return `whsec_${Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url')}`
}

/**
 * HMAC-SHA256 of the bytes of a body, as they come. The key is the secret as it
 * is spelled, prefix included.
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
