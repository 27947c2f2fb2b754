import type { AttemptOutcome } from '../../../core/policy/index.ts'
import type { WebhookDelivery, WebhookSender } from './send-webhook.ts'
import { signStream } from './sign-stream.ts'
import type { SignedBody } from './signed-body.ts'

/** A delivery before it is signed. */
export interface Message extends Omit<WebhookDelivery, keyof SignedBody | 'body'> {
  /** The same for all attempts. */
  readonly id: string
  readonly secret: string
  /** A function starts the body from its first byte: it is called twice, because the signature is sent before the body. */
  readonly body: string | WebhookDelivery['body']
}

/** Signs a message, and makes one attempt. Rejects: as `sender.send`. */
export async function sendMessage(
  sender: Pick<WebhookSender, 'send'>,
  { id, secret, body, ...delivery }: Message,
  sentAtMs: number,
  signal?: AbortSignal,
): Promise<AttemptOutcome> {
  const start = typeof body === 'string' ? () => inOnePiece(body) : body
  const signed = await signStream(start(), secret, { id, sentAtMs })
  return sender.send({ ...delivery, ...signed, body: start }, signal)
}

async function* inOnePiece(body: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(body)
}
