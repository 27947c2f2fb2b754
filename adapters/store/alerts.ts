import type { AttemptOutcome } from '../../core/policy/index.ts'
import type { Lease } from './batches.ts'

/** Something that operators are told, at the address that they have set. */
export interface StoredAlert {
  /** What has happened. It is added once for each id. */
  readonly id: string
  /** JSON: every attempt sends these bytes. */
  readonly body: string
}

/** An attempt at an alert, leased to one process. */
export interface AlertClaim extends StoredAlert {
  /** From 1. */
  readonly attempt: number
}

/** Alerts that are not sent yet. */
export interface WaitingAlerts {
  readonly count: number
  /** Why the last attempt at the one that is due next failed. Absent: null, no attempt at it was made, or none waits. */
  readonly lastError: string | null
}

/** Alerts to operators, until they are sent. An ended one is remembered, so that it is not added again. */
export interface Alerts {
  /** Adds an alert, whose first attempt is due now. Returns whether it is new. */
  add(alert: StoredAlert, nowMs: number): Promise<boolean>
  /** Claims attempts that are due, at most so many. The lease is longer than an attempt can take. */
  claim(most: number, lease: Lease): Promise<readonly AlertClaim[]>
  /** Writes the outcome of an attempt, as `afterAttempt` decides. Of one that another process has ended: no effect. */
  endAttempt(claim: AlertClaim, outcome: AttemptOutcome, nowMs: number): Promise<void>
  readWaiting(): Promise<WaitingAlerts>
  /** Removes alerts that were added before a time, sent or not. Redis: no effect, they expire. Unit: ms since 1970. */
  forget(beforeMs: number): Promise<void>
}

/** How long alerts are remembered: longer than a month, in which none may be added again. */
export const ALERTS_KEPT_DAYS = 90
