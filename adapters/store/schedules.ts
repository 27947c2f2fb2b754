import type { DeliverTarget, Metadata } from '../../core/contract/index.ts'
import type { WatchTerms } from '../../core/index.ts'
import type { Batch, BatchOwner, Idempotency, Lease, NewBatch } from './batches.ts'
import type { Owned, OwnedPage } from './owned.ts'
import type { SecretOwners } from './stored-secrets.ts'

/** When the runs of a schedule begin. */
export type ScheduleTimes = Pick<WatchTerms, 'every' | 'cron' | 'timezone'>

/** What each run of a schedule has, besides its items. */
export interface ScheduleTerms extends ScheduleTimes {
  readonly metadata: Metadata
  /** Absent: null, results are only read. */
  readonly deliver: DeliverTarget | null
}

/** Why the last run could not begin. */
export type ScheduleProblem = 'run_in_progress' | 'quota_exceeded' | 'pending_items_exceeded'

/** A batch that is created again and again, without its items. */
export interface Schedule extends Owned {
  readonly itemCount: number
  readonly terms: ScheduleTerms
  /** Rises with each step: of two processes that read the same one, one writes. */
  readonly revision: number
  /** `key`: its key was revoked or has expired. Absent: null, it is not paused. */
  readonly paused: 'caller' | 'key' | null
  /** When its next run begins. Unit: ms since 1970. Absent: null, it is paused. */
  readonly nextRunMs: number | null
  /** Batch of the last run. Absent: null, there was none. */
  readonly batchId: string | null
  /** Absent: null, the last run has begun. */
  readonly problem: ScheduleProblem | null
}

export interface NewSchedule extends Owned, Pick<Schedule, 'terms' | 'nextRunMs'> {
  /** Items as the client submitted them, each as JSON. Count: 1 to 1,000. */
  readonly inputs: readonly string[]
  /** Keys for the bucket, sealed. Absent: null, it has no bucket. */
  readonly sealedKeys: string | null
  readonly idempotency: Idempotency | null
  /** False: only a schedule that was created before is given. */
  readonly mayCreate: boolean
}

export interface CreatedSchedule {
  readonly isNew: boolean
  readonly schedule: Schedule
}

/** A step of a schedule: all that is given is written, or nothing. */
export interface ScheduleStep {
  readonly paused?: Schedule['paused'] | undefined
  /** Key that is charged from now on. */
  readonly keyId?: string | undefined
  readonly nextRunMs?: number | null | undefined
  readonly problem?: ScheduleProblem | null | undefined
  /** The batch of a run that begins. If the workspace would have too many pending items, that is the problem instead. */
  readonly batch?: NewBatch | undefined
}

/** Batches that are created again and again. Each run is a batch, which is written in one step with the time of the next one. */
export interface Schedules extends SecretOwners {
  /** Returns the earlier schedule if the idempotency key was used before, and the schedule is still there. */
  create(schedule: NewSchedule): Promise<CreatedSchedule | 'idempotency_conflict' | 'refused'>
  /** Absent: null, no schedule has this id. */
  find(scheduleId: string): Promise<Schedule | null>
  /** Schedules of a workspace from keys of one mode. Order: newest first. `after`: as for batches. */
  list(owner: BatchOwner, page: OwnedPage): Promise<readonly Schedule[] | 'unknown_schedule'>
  /** Items as they were submitted, each as JSON. Empty: no schedule has this id. */
  listInputs(scheduleId: string): Promise<readonly string[]>
  /** The batches of the last runs that are remembered. Order: newest first. */
  listRuns(scheduleId: string, limit: number): Promise<readonly Batch[]>
  /** Claims schedules that are due. Each is due again when the lease ends, unless a step says otherwise. */
  claimDue(most: number, lease: Lease): Promise<readonly Schedule[]>
  /** Writes a step of a schedule. False: it has another revision, or is gone; nothing is written. */
  step(scheduleId: string, revision: number, step: ScheduleStep): Promise<boolean>
  /** Removes a schedule with its keys for a bucket. Its batches stay. False: there was none. */
  remove(scheduleId: string): Promise<boolean>
}
