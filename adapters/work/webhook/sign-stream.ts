import { createHmac } from 'node:crypto'
import { standardPrefix, timestampOf, toSignedBody, type SignedBody, type WebhookMessage } from './signed-body.ts'

/**
 * Signs a body as `signWebhook` does, piece by piece: WebCrypto can't, so this uses `node:crypto`.
 *
 * `message`: null, the headers of Standard Webhooks are not added.
 */
export async function signStream(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  secret: string,
  message: WebhookMessage | null,
): Promise<SignedBody> {
  const own = createHmac('sha256', secret)
  const standard = message && createHmac('sha256', secret).update(standardPrefix(message.id, timestampOf(message)))
  let contentLength = 0
  for await (const piece of body) {
    own.update(piece)
    standard?.update(piece)
    contentLength += piece.length
  }
  const digests = { hex: own.digest('hex'), standardBase64: standard?.digest('base64') ?? null, contentLength }
  return toSignedBody(digests, message)
}
