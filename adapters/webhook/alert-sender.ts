import type { AttemptOutcome } from '../../core/policy/index.ts'
import { toMessageId, type Alert } from './alert.ts'
import { createWebhookSender } from './send-webhook.ts'
import { signStream } from './sign-stream.ts'

/** Where alerts are sent. */
export interface AlertReceiver {
  /** It may contain a secret, as that of a chat does. */
  readonly url: string
  /** Alerts are signed with it. */
  readonly secret: string
}

export interface AlertSender {
  /** Origin of the receiver: its URL without what may be a secret. */
  readonly origin: string
  /**
   * Makes one attempt. `id`: that of the alert. `body`: from `printAlert`; every attempt sends the same bytes.
   *
   * Rejects: with the reason of the signal; when it was closed.
   */
  readonly send: (
    alert: { readonly id: string; readonly body: string },
    signal?: AbortSignal,
  ) => Promise<AttemptOutcome>
  /** Waits for the attempts in flight. */
  readonly close: () => Promise<void>
}

interface AlertSenderOptions {
  /** Unit: ms since 1970. */
  readonly epochMs: () => number
  /** Gets whether an attempt has succeeded. Default: nobody counts. */
  readonly count?: ((isOk: boolean) => void) | undefined
}

/** Sends alerts to the receiver, whose address the operator has chosen: it may be private, and need not be https. */
export function createAlertSender(
  { url, secret }: AlertReceiver,
  { epochMs, count = () => undefined }: AlertSenderOptions,
): AlertSender {
  const { origin } = new URL(url)
  const sender = createWebhookSender({ allowedOrigins: [origin] })
  return {
    origin,
    send: async ({ id, body: text }, signal) => {
      const bytes = [Buffer.from(text)]
      const signed = await signStream(bytes, secret, { id: toMessageId(id), sentAtMs: epochMs() })
      const body = async function* (): AsyncGenerator<Uint8Array> {
        yield* bytes
      }
      const { type: event } = JSON.parse(text) as Pick<Alert, 'type'>
      const outcome = await sender.send({ url, event, batchId: null, ...signed, body }, signal)
      count(outcome.ok)
      return outcome
    },
    close: sender.close,
  }
}
