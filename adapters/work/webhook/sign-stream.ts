import { createHmac } from 'node:crypto'
import { standardPrefix, timestampOf, toSignedBody, type SignedBody, type WebhookMessage } from './signed-body.ts'
import { standardKeys } from './standard-keys.ts'

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
  const keys = message === null ? [] : standardKeys(secret)
  const prefix = message === null ? '' : standardPrefix(message.id, timestampOf(message))
  const standard = keys.map((key) => createHmac('sha256', key).update(prefix))
  let contentLength = 0
  for await (const piece of body) {
    own.update(piece)
    for (const hmac of standard) hmac.update(piece)
    contentLength += piece.length
  }
  const standardBase64 = standard.map((hmac) => hmac.digest('base64'))
  const digests = { hex: own.digest('hex'), standardBase64, contentLength }
  return toSignedBody(digests, message)
}
