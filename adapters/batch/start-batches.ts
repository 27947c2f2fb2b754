import { createWebhookSender } from '../webhook/send-webhook.ts'
import { localQueue } from './local-queue.ts'
import { startRunner, type Runner, type RunnerSettings } from './runner.ts'
import type { WebhookSecrets } from './webhook-secrets.ts'
import type { ItemMeans } from './work-on-item.ts'

export interface BatchParts extends ItemMeans {
  readonly secrets: WebhookSecrets
}

export interface BatchSettings {
  readonly batches: RunnerSettings
  readonly webhookOrigins: readonly string[]
}

/** How long a claim holds that nobody works on. Unit: ms. */
const CLAIM_LEASE_MS = 60_000

/** Runs batches and delivers their webhooks in this process. */
export function startBatches(parts: BatchParts, { batches, webhookOrigins }: BatchSettings): Runner {
  const sender = createWebhookSender({ allowedOrigins: webhookOrigins })
  const runner = startRunner({
    ...parts,
    sender,
    openSecret: parts.secrets.open,
    settings: batches,
    queue: localQueue(parts, batches.fetches),
    claimLeaseMs: CLAIM_LEASE_MS,
  })
  return {
    close: async (drainMs) => {
      await runner.close(drainMs)
      await sender.close()
    },
  }
}
