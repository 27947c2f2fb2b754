import type { AttemptOutcome } from '../../core/policy/index.ts'
import type { Lease } from './batches.ts'

/** Where the events of a workspace are sent. */
export interface EventReceiver {
  readonly url: string
  /** The secret that they are signed with, in the form in which it is stored. */
  readonly sealedSecret: string
}

export interface NewEvent {
  /** What happened. It is added once for each id. */
  readonly id: string
  readonly workspaceId: string
  /** JSON: every attempt sends these bytes. */
  readonly body: string
}

/** An attempt at an event, leased to one process. */
export interface EventClaim extends NewEvent {
  /** From 1. */
  readonly attempt: number
  /** Absent: null, the workspace has none any more. */
  readonly receiver: EventReceiver | null
}

/** The secret of a workspace, as it was read. */
export interface WorkspaceSecret {
  readonly workspaceId: string
  readonly sealedSecret: string
}

/** Events of workspaces, until they are sent. An ended one is remembered, so that it is not added again. */
export interface Events {
  /** Adds an event, whose first attempt is due now. Returns whether it is new. Of an erased workspace: no effect. */
  add(event: NewEvent, nowMs: number): Promise<boolean>
  /** Claims attempts that are due, at most so many. The lease is longer than an attempt can take. */
  claim(most: number, lease: Lease): Promise<readonly EventClaim[]>
  /** Writes the outcome of an attempt, as `afterAttempt` decides. Of one that another process has ended: no effect. */
  endAttempt(claim: EventClaim, outcome: AttemptOutcome, nowMs: number): Promise<void>
  /** Secrets of the receivers of all workspaces. */
  listSecrets(): Promise<readonly WorkspaceSecret[]>
  /** Replaces the stored secret of a workspace, if it is still the given one. */
  replaceSecret(stored: WorkspaceSecret, sealedSecret: string): Promise<void>
  /** Removes ended events that were added before a time. Redis: no effect, they expire. Unit: ms since 1970. */
  forget(beforeMs: number): Promise<void>
}

/** How long events are remembered: longer than a month, in which none may be added again. */
export const EVENTS_KEPT_DAYS = 90
