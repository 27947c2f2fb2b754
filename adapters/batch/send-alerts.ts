import { afterAttempt, DAY_MS, NEW_DELIVERY, type AttemptOutcome } from '../../core/policy/index.ts'
import type { Logger } from '../observe/log.ts'
import type { AlertClaim, Alerts } from '../store/alerts.ts'
import type { Audit } from '../store/audit.ts'
import type { AlertSender } from '../webhook/alert-sender.ts'
import { readAlertMs } from '../webhook/alert.ts'
import { createAttempts, type Attempts } from './attempts.ts'

export interface AlertDeps {
  readonly store: { readonly alerts: Pick<Alerts, 'claim' | 'endAttempt'>; readonly audit: Pick<Audit, 'end'> }
  /** Absent: null, the settings name no receiver. Alerts that are in the store wait. Default: null. */
  readonly alerts?: AlertSender | null | undefined
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** Unit: ms since 1970. */
  readonly epochMs: () => number
}

/** Attempts of this process at the same time. */
const SLOTS = 2
/** Lease of an attempt. The time limits of one are 30 s in all. Unit: ms. */
const LEASE_MS = 60_000
/** An older alert is not sent: no receiver was set meanwhile, or no process ran, and what it tells may be over. Unit: ms. */
const MAX_AGE_MS = DAY_MS
const TOO_OLD: AttemptOutcome = { ok: false, error: 'too old', isLast: true }

/** The attempts of this process at alerts. `onError`: gets what an attempt rejects with. */
export function createAlerts(deps: AlertDeps, onError: (error: unknown) => void): Attempts {
  const { alerts: sender = null, store, epochMs } = deps
  if (sender === null) return NONE
  return createAttempts({
    slots: SLOTS,
    claim: (free) => store.alerts.claim(free, { nowMs: epochMs(), leaseMs: LEASE_MS }),
    attempt: (claim, signal) => sendAlert(claim, sender, deps, signal),
    onError,
  })
}

/** What a process without a receiver does. */
const NONE: Attempts = { start: async () => undefined, close: async () => undefined }

/**
 * Makes one attempt, unless the alert is too old, and records its outcome: of the last one, in the audit log first. A process that dies in between
 * sends the alert again, and no alert is recorded as open that nobody will send.
 */
async function sendAlert(
  claim: AlertClaim,
  sender: AlertSender,
  { store, log, epochMs }: AlertDeps,
  signal: AbortSignal,
): Promise<void> {
  const { id, attempt } = claim
  const isTooOld = epochMs() - readAlertMs(claim.body) > MAX_AGE_MS
  const outcome = isTooOld ? TOO_OLD : await sender.send(claim, signal)
  const { nextAtMs } = afterAttempt({ ...NEW_DELIVERY, attempts: attempt - 1 }, outcome, epochMs())
  if (nextAtMs === null) {
    await store.audit.end(id, { outcome: outcome.ok ? 'ok' : outcome.error, workspaceId: null, subjectId: null })
  }
  await store.alerts.endAttempt(claim, outcome, epochMs())
  const facts = { alert: id, attempt, receiver: sender.origin, ...outcome }
  if (outcome.ok) log.info(facts, 'alert')
  else log.warn(facts, nextAtMs === null ? 'an alert could not be sent: no attempt follows' : 'alert')
}
