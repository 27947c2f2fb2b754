import { createWebhookSender } from '../webhook/send-webhook.ts'
import { startRunner, type ItemQueue, type Runner, type RunnerSettings } from './runner.ts'
import type { WebhookSecrets } from './webhook-secrets.ts'
import type { ItemMeans } from './work-on-item.ts'

export interface BatchParts extends ItemMeans {
  readonly secrets: WebhookSecrets
  readonly queue: ItemQueue
  /** How long a claim of an item holds before it is handed out anew. Unit: ms. */
  readonly claimLeaseMs: number
}

export interface BatchSettings {
  readonly batches: RunnerSettings
  readonly webhookOrigins: readonly string[]
}

/** Runs batches and delivers their webhooks. */
export function startBatches(parts: BatchParts, { batches, webhookOrigins }: BatchSettings): Runner {
  const sender = createWebhookSender({ allowedOrigins: webhookOrigins })
  const runner = startRunner({
    ...parts,
    sender,
    openSecret: parts.secrets.open,
    settings: batches,
  })
  return {
    close: async (drainMs) => {
      await runner.close(drainMs)
      await sender.close()
    },
  }
}
