import { NEW_DELIVERY, type AttemptOutcome } from '../../core/policy/index.ts'
import type { Logger } from '../http/log.ts'
import type { Batch, DeliveryClaim } from '../store/batches.ts'
import type { Store } from '../store/store.ts'
import type { WebhookSender } from '../webhook/send-webhook.ts'
import { signWebhook } from '../webhook/sign-webhook.ts'
import { printBatch } from './print-batch.ts'

/** What webhooks are delivered with. */
export interface DeliveryMeans {
  readonly store: Store
  readonly sender: WebhookSender
  /** Absent: null, it was sealed with another master key. */
  readonly openSecret: (sealed: string) => string | null
  readonly log: Logger
  /** Unit: ms since 1970. */
  readonly now: () => number
}

/** Makes one attempt at a webhook, and writes what became of it. Rejects: with a `StoreError`. */
export async function deliver(claim: DeliveryClaim, means: DeliveryMeans): Promise<void> {
  const { store, log, now } = means
  const batch = await store.batches.find(claim.batchId)
  if (batch === null || batch.webhookUrl === null) return
  const outcome = await send(batch, batch.webhookUrl, means)
  await store.batches.endAttempt(claim, outcome, now())
  log.info({ batch: batch.id, attempt: claim.attempt, ...outcome }, 'webhook')
}

async function send(batch: Batch, url: string, { store, sender, openSecret }: DeliveryMeans): Promise<AttemptOutcome> {
  const secret = openSecret(batch.sealedSecret)
  if (secret === null) return { ok: false, error: 'secret not readable' }
  // Read twice, once for the signature: it stands before the body.
  const body = (): AsyncGenerator<Uint8Array> => printBatch(asFirstDelivered(batch), store.batches.results(batch.id))
  const { signature, contentLength } = await signWebhook(body(), secret)
  return sender.send({ url, batchId: batch.id, signature, contentLength, body })
}

/** Every attempt sends the same bytes: the record as it was when the batch ended. */
function asFirstDelivered(batch: Batch): Batch {
  return { ...batch, delivery: NEW_DELIVERY }
}
