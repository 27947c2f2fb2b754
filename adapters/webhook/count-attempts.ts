import type { WebhookSender } from './send-webhook.ts'

/** A sender whose attempts are counted by outcome. One that ends with the signal is not: it is made again. */
export function countAttempts(sender: WebhookSender, count: (isOk: boolean) => void): WebhookSender {
  return {
    send: async (delivery, signal) => {
      const outcome = await sender.send(delivery, signal)
      count(outcome.ok)
      return outcome
    },
    close: sender.close,
  }
}
