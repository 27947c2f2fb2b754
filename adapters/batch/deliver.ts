import { printBatch } from '../../core/contract/index.ts'
import { NEW_DELIVERY, type AttemptOutcome } from '../../core/policy/index.ts'
import type { Logger } from '../observe/log.ts'
import type { Batch, DeliveryClaim } from '../store/batches.ts'
import type { Store } from '../store/store.ts'
import { isWatchEvent, type WatchEvent } from '../store/watches.ts'
import type { WebhookSender } from '../webhook/send-webhook.ts'
import { signStream } from '../webhook/sign-stream.ts'
import type { WebhookSecrets } from '../webhook/webhook-secrets.ts'
import { toEventBody } from '../watch/watch-entries.ts'

export interface DeliveryDeps {
  readonly store: Store
  readonly sender: WebhookSender
  readonly secrets: Pick<WebhookSecrets, 'open'>
  readonly log: Logger
  /** Unit: ms since 1970. */
  readonly epochMs: () => number
}

/** Makes one attempt at the delivery of a webhook, and records its outcome. Rejects: with a `StoreError`, and with the reason of the signal. */
export async function deliver(claim: DeliveryClaim, deps: DeliveryDeps, signal: AbortSignal): Promise<void> {
  const { store, log, epochMs } = deps
  if (isWatchEvent(claim.batchId)) {
    await deliverEvent(claim, deps, signal)
    return
  }
  const batch = await store.batches.find(claim.batchId)
  if (batch === null || batch.webhookUrl === null) return
  const start = performance.now()
  const outcome = await send(batch, batch.webhookUrl, deps, signal)
  await store.batches.endAttempt(claim, outcome, epochMs(), Math.round(performance.now() - start))
  log.info({ batch: batch.id, attempt: claim.attempt, ...outcome }, 'webhook')
}

async function send(
  batch: Batch,
  url: string,
  { store, sender, secrets, epochMs }: DeliveryDeps,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const secret = secrets.open(batch.sealedSecret)
  if (secret === null) return { ok: false, error: 'secret not readable' }
  // The body is produced twice: the header with its signature is sent before it.
  const body = (): AsyncGenerator<Uint8Array> => printBatch(asFirstDelivered(batch), store.batches.results(batch.id))
  const signed = await signStream(body(), secret, { id: batch.id, sentAtMs: epochMs() })
  return sender.send({ url, event: 'batch.completed', batchId: batch.id, ...signed, body }, signal)
}

/** Makes one attempt at an event of a watch. Of one that was removed: no effect. */
async function deliverEvent(claim: DeliveryClaim, deps: DeliveryDeps, signal: AbortSignal): Promise<void> {
  const { store, log, epochMs } = deps
  const event = await store.watches.findEvent(claim.batchId)
  const watch = event === null ? null : await store.watches.find(event.watchId)
  if (event === null || watch === null || event.webhookUrl === null) return
  const start = performance.now()
  const outcome = await sendEvent(event, event.webhookUrl, watch.sealedSecret, deps, signal)
  await store.batches.endAttempt(claim, outcome, epochMs(), Math.round(performance.now() - start))
  log.info({ watch: watch.id, event: event.id, attempt: claim.attempt, ...outcome }, 'webhook')
}

async function sendEvent(
  { id, watchId, entry }: WatchEvent,
  url: string,
  sealedSecret: string,
  { sender, secrets, epochMs }: DeliveryDeps,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const secret = secrets.open(sealedSecret)
  if (secret === null) return { ok: false, error: 'secret not readable' }
  const told = toEventBody(entry)
  const bytes = [Buffer.from(JSON.stringify(told))]
  const signed = await signStream(bytes, secret, { id, sentAtMs: epochMs() })
  const body = async function* (): AsyncGenerator<Uint8Array> {
    yield* bytes
  }
  return sender.send({ url, event: told.event, batchId: null, watchId, ...signed, body }, signal)
}

/** The batch as it was when it ended, so that every attempt sends the same bytes. */
function asFirstDelivered(batch: Batch): Batch {
  return { ...batch, delivery: NEW_DELIVERY }
}
