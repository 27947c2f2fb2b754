import type { AttemptOutcome, DeliverySlots } from '../../core/policy/index.ts'
import type { Lease } from './batches.ts'

/** What is sent: the results of a batch that has ended, to a bucket, and then its webhook, an event of a watch, an event of a workspace, an alert to operators. */
export type OutboxType = 'bucket' | 'batch' | 'watch' | 'event' | 'alert'

export interface NewLetter {
  /** Results and webhooks of batches, and events of watches, are added with what they are of. */
  readonly type: 'event' | 'alert'
  /** What happened. It is added once for each id. */
  readonly id: string
  /** Whose slots its attempts take. Default: empty, it goes to operators. */
  readonly workspaceId?: string | undefined
  /** Of the receiver, when the letter is added. Default: empty, the settings name it. */
  readonly origin?: string | undefined
  /** JSON: every attempt sends these bytes. */
  readonly body: string
}

/** The right to make one attempt until a lease ends. */
export interface DeliveryClaim {
  readonly type: OutboxType
  /** Of the batch, of the event, or of the alert. */
  readonly id: string
  /** Empty: it goes to operators. */
  readonly workspaceId: string
  /** Empty: it is made of the batch, or of the event of the watch. */
  readonly body: string
  /** Number of the attempt, from 1. */
  readonly attempt: number
}

/** Letters of a type that are not sent yet. */
export interface WaitingLetters {
  readonly count: number
  /** Why the last attempt at the one that is due next failed. Absent: null, no attempt at it was made, or none waits. */
  readonly lastError: string | null
}

/** All that is sent to others, until its attempts have ended. An ended letter is remembered, so that it is not added again. */
export interface Outbox {
  /** Adds a letter, whose first attempt is due now. Returns whether it is new. Of a workspace that is erased, or unknown: no effect. */
  add(letter: NewLetter, nowMs: number): Promise<boolean>
  /**
   * Claims attempts that are due and have a slot. Workspaces and origins take turns.
   * `slots.total`: free slots of the calling process.
   */
  claim(types: readonly OutboxType[], slots: DeliverySlots, lease: Lease): Promise<readonly DeliveryClaim[]>
  /** Extends the lease of an attempt in progress. If the attempt has an outcome: no effect. */
  renew(claim: DeliveryClaim, lease: Lease): Promise<void>
  /**
   * Writes the outcome of an attempt, as `afterAttempt` decides, and in the same step what follows from it: attempts at
   * webhooks of batches are remembered; the webhook of a batch is due when its results are written, or given up; an alert that is sent, or given up, ends its entry of the audit log.
   * If the attempt has an outcome: no effect. `durationMs`: how long it took. Default: 0.
   */
  endAttempt(claim: DeliveryClaim, outcome: AttemptOutcome, nowMs: number, durationMs?: number): Promise<void>
  readWaiting(type: OutboxType): Promise<WaitingLetters>
  /** Removes events of workspaces that have ended, and alerts, ended or not, which were added before a time. Unit: ms since 1970. */
  forget(beforeMs: number): Promise<void>
}

/** How long events of workspaces and alerts are remembered: longer than a month, in which none may be added again. */
export const LETTERS_KEPT_DAYS = 90
