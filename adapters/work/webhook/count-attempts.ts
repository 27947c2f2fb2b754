import type { Metrics } from '../../observe/metrics.ts'
import type { WebhookSender } from './send-webhook.ts'

/** A sender whose attempts are counted by outcome. One that ends with the signal is not: it is made again. */
export function countAttempts(
  sender: WebhookSender,
  metrics: Pick<Metrics, 'countWebhook' | 'countAlert'>,
): WebhookSender {
  return {
    send: async (delivery, signal) => {
      const outcome = await sender.send(delivery, signal)
      if (delivery.isAlert === true) metrics.countAlert(outcome.ok)
      else metrics.countWebhook(outcome.ok)
      return outcome
    },
    close: sender.close,
  }
}
