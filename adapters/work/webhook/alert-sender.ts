import type { AttemptOutcome } from '../../../core/policy/index.ts'
import { toMessageId, type Alert } from './alert.ts'
import { sendMessage, type Message } from './send-message.ts'
import type { WebhookSender } from './send-webhook.ts'

/** Where alerts are sent. */
export interface AlertReceiver {
  /** It may contain a secret, as that of a chat does. */
  readonly url: string
  /** Alerts are signed with it. */
  readonly secret: string
}

/** An alert as it is stored. */
interface PrintedAlert {
  readonly id: string
  /** From `printAlert`. */
  readonly body: string
}

export interface AlertSender {
  /** Origin of the receiver: its URL without what may be a secret. */
  readonly origin: string
  /** Makes one attempt. Rejects: as that of webhooks. */
  readonly send: (alert: PrintedAlert) => Promise<AttemptOutcome>
}

/** Sends alerts at once, without the outbox. `epochMs`: unit ms since 1970. */
export function createAlertSender(receiver: AlertReceiver, sender: WebhookSender, epochMs: () => number): AlertSender {
  return {
    origin: new URL(receiver.url).origin,
    send: (alert) => sendMessage(sender, toAlertMessage(receiver, alert), epochMs()),
  }
}

/** The message of an alert. */
export function toAlertMessage({ url, secret }: AlertReceiver, { id, body }: PrintedAlert): Message {
  const { type: event } = JSON.parse(body) as Pick<Alert, 'type'>
  return { id: toMessageId(id), event, url, secret, body, isAlert: true }
}
