import { printBatch } from '../../../core/contract/index.ts'
import { afterAttempt, DAY_MS, NEW_DELIVERY, type AttemptOutcome } from '../../../core/policy/index.ts'
import type { Logger } from '../../observe/log.ts'
import type { DeliveryClaim, OutboxType } from '../../store/outbox.ts'
import type { Store } from '../../store/store.ts'
import { loadBuckets } from '../bucket/load-buckets.ts'
import type { BucketDeps } from '../bucket/write-results.ts'
import { toEventBody } from '../watch/watch-entries.ts'
import { toAlertMessage, type AlertReceiver } from '../webhook/alert-sender.ts'
import { readAlertMs } from '../webhook/alert.ts'
import { sendMessage, type Message } from '../webhook/send-message.ts'
import type { WebhookSender } from '../webhook/send-webhook.ts'
import type { WebhookSecrets } from '../webhook/webhook-secrets.ts'

export interface DeliveryDeps extends BucketDeps {
  readonly store: Pick<Store, 'batches' | 'bucketKeys' | 'watches' | 'workspaces'>
  readonly sender: Pick<WebhookSender, 'send'>
  readonly secrets: Pick<WebhookSecrets, 'open'>
  /** Absent: null, the settings name none. Default: null. */
  readonly alertReceiver?: AlertReceiver | null | undefined
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** Unit: ms since 1970. */
  readonly epochMs: () => number
}

/** What an attempt sends, or its outcome if nothing can be sent. `facts`: for the log. */
interface Prepared {
  readonly facts: Readonly<Record<string, unknown>>
  readonly message: (Omit<Message, 'secret'> & { readonly secret: string | null }) | AttemptOutcome
}

/** Gives what is sent for a claim. Absent: null, what it is of was removed, or has no receiver any more. */
type Prepare = (claim: DeliveryClaim, deps: DeliveryDeps) => Promise<Prepared | null>

const PREPARE: Readonly<Record<Exclude<OutboxType, 'bucket'>, Prepare>> = {
  batch: prepareBatch,
  watch: prepareWatchEvent,
  event: prepareEvent,
  alert: prepareAlert,
}

/** An older alert is not sent: no receiver was set meanwhile, or no process ran, and what it tells may be over. Unit: ms. */
const MAX_ALERT_AGE_MS = DAY_MS

/** Makes one attempt. Absent: null, nothing was to be sent. Rejects: with a `StoreError`, and with the reason of the signal. */
export async function deliver(
  claim: DeliveryClaim,
  deps: DeliveryDeps,
  signal: AbortSignal,
): Promise<AttemptOutcome | null> {
  if (claim.type === 'bucket') return deliverResults(claim, deps, signal)
  const prepared = await PREPARE[claim.type](claim, deps)
  if (prepared === null) return null
  const outcome = await send(prepared.message, deps, signal)
  logAttempt(claim, { ...prepared.facts, attempt: claim.attempt, ...outcome }, outcome, deps)
  return outcome
}

async function deliverResults(
  { id, attempt }: DeliveryClaim,
  deps: DeliveryDeps,
  signal: AbortSignal,
): Promise<AttemptOutcome | null> {
  const batch = await deps.store.batches.find(id)
  if (batch === null || batch.deliver === null) return null
  const { deliver } = batch
  const { writeResults } = await loadBuckets()
  const outcome = await writeResults({ ...batch, deliver }, deps, signal)
  deps.log.info({ batch: id, attempt, ...outcome }, 'results in a bucket')
  return outcome
}

async function send(
  message: Prepared['message'],
  { sender, epochMs }: DeliveryDeps,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  if ('ok' in message) return message
  const { secret } = message
  if (secret === null) return { ok: false, error: 'secret not readable' }
  return sendMessage(sender, { ...message, secret }, epochMs(), signal)
}

/** An alert that fails is a problem of the operator, any other one of a customer. */
function logAttempt(
  { type, attempt }: DeliveryClaim,
  facts: object,
  outcome: AttemptOutcome,
  { log, epochMs }: DeliveryDeps,
): void {
  if (type !== 'alert') log.info(facts, type === 'event' ? 'event' : 'webhook')
  else if (outcome.ok) log.info(facts, 'alert')
  else {
    const { nextAtMs } = afterAttempt({ ...NEW_DELIVERY, attempts: attempt - 1 }, outcome, epochMs())
    log.warn(facts, nextAtMs === null ? 'an alert could not be sent: no attempt follows' : 'alert')
  }
}

async function prepareBatch({ id }: DeliveryClaim, { store, secrets }: DeliveryDeps): Promise<Prepared | null> {
  const batch = await store.batches.find(id)
  if (batch === null || batch.webhookUrl === null) return null
  // The batch as it was when it ended: every attempt sends the same bytes.
  const ended = { ...batch, delivery: NEW_DELIVERY }
  const body = (): AsyncGenerator<Uint8Array> => printBatch(ended, store.batches.results(id))
  const secret = secrets.open(batch.sealedSecret)
  const message = { id, event: 'batch.completed', batchId: id, url: batch.webhookUrl, secret, body } as const
  return { facts: { batch: id }, message }
}

async function prepareWatchEvent({ id }: DeliveryClaim, { store, secrets }: DeliveryDeps): Promise<Prepared | null> {
  const event = await store.watches.findEvent(id)
  const watch = event === null ? null : await store.watches.find(event.watchId)
  if (event === null || watch === null || event.webhookUrl === null) return null
  const told = toEventBody(event.entry)
  const secret = secrets.open(watch.sealedSecret)
  const body = JSON.stringify(told)
  const message = { id, event: told.event, watchId: watch.id, url: event.webhookUrl, secret, body }
  return { facts: { watch: watch.id, event: id }, message }
}

async function prepareEvent(
  { id, workspaceId, body }: DeliveryClaim,
  { store, secrets }: DeliveryDeps,
): Promise<Prepared> {
  const facts = { workspace: workspaceId, event: id }
  const receiver = await store.workspaces.findReceiver(workspaceId)
  if (receiver === null) return { facts, message: { ok: false, error: 'no events url' } }
  const secret = secrets.open(receiver.sealedSecret)
  return { facts, message: { id, event: 'spending.threshold', url: receiver.url, secret, body } }
}

async function prepareAlert(
  { id, body }: DeliveryClaim,
  { alertReceiver: receiver = null, epochMs }: DeliveryDeps,
): Promise<Prepared | null> {
  if (receiver === null) return null
  const facts = { alert: id, receiver: new URL(receiver.url).origin }
  const isTooOld = epochMs() - readAlertMs(body) > MAX_ALERT_AGE_MS
  if (isTooOld) return { facts, message: { ok: false, error: 'too old', isLast: true } }
  return { facts, message: toAlertMessage(receiver, { id, body }) }
}
