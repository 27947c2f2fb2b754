import type { AttemptOutcome } from '../../core/policy/index.ts'
import type { Logger } from '../observe/log.ts'
import type { EventClaim } from '../store/events.ts'
import type { Store } from '../store/store.ts'
import type { WebhookSender } from '../webhook/send-webhook.ts'
import { signStream } from '../webhook/sign-stream.ts'
import type { WebhookSecrets } from '../webhook/webhook-secrets.ts'
import { createAttempts, type Attempts } from './attempts.ts'

export interface EventDeps {
  readonly store: Pick<Store, 'events'>
  readonly sender: WebhookSender
  readonly secrets: Pick<WebhookSecrets, 'open'>
  readonly log: Pick<Logger, 'info'>
  /** Unit: ms since 1970. */
  readonly epochMs: () => number
}

/** Attempts of this process at the same time. A workspace has a few events a month. */
const SLOTS = 4
/** Lease of an attempt. The time limits of one are 30 s in all. Unit: ms. */
const LEASE_MS = 60_000

/** The attempts of this process at events. `onError`: gets what an attempt rejects with. */
export function createEvents(deps: EventDeps, onError: (error: unknown) => void): Attempts {
  const { store, epochMs } = deps
  return createAttempts({
    slots: SLOTS,
    claim: (free) => store.events.claim(free, { nowMs: epochMs(), leaseMs: LEASE_MS }),
    attempt: (claim, signal) => sendEvent(claim, deps, signal),
    onError,
  })
}

/** Makes one attempt, and records its outcome. Rejects: with a `StoreError`, and with the reason of the signal. */
async function sendEvent(claim: EventClaim, deps: EventDeps, signal: AbortSignal): Promise<void> {
  const outcome = await send(claim, deps, signal)
  await deps.store.events.endAttempt(claim, outcome, deps.epochMs())
  const { id, workspaceId: workspace, attempt } = claim
  deps.log.info({ workspace, event: id, attempt, ...outcome }, 'event')
}

async function send(
  { id, body: text, receiver }: EventClaim,
  { sender, secrets, epochMs }: EventDeps,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  if (receiver === null) return { ok: false, error: 'no events url' }
  const secret = secrets.open(receiver.sealedSecret)
  if (secret === null) return { ok: false, error: 'secret not readable' }
  const bytes = [Buffer.from(text)]
  const signed = await signStream(bytes, secret, { id, sentAtMs: epochMs() })
  const body = async function* (): AsyncGenerator<Uint8Array> {
    yield* bytes
  }
  return sender.send({ url: receiver.url, event: 'spending.threshold', batchId: null, ...signed, body }, signal)
}
