import type { RecordName } from '../../core/index.ts'
import { ENDPOINTS, type Schedule, type ScheduleCreated, type ScheduleList } from '../../core/contract/index.ts'
import type { Answer } from './answer.ts'
import type { BatchRequest } from './batches.ts'
import { newIdempotencyKey, type CallOptions, type Caller, type ChargedCallOptions } from './caller.ts'

/** A batch that is to be created again and again: give `every` or `cron`. */
export interface ScheduleRequest<Name extends RecordName = RecordName> extends BatchRequest<Name> {
  /** Interval between two runs, such as `1d`. The first one begins at once. */
  readonly every?: string | undefined
  /** Five fields, such as `0 6 * * 1`. */
  readonly cron?: string | undefined
  /** Time zone of `cron`, such as `Europe/Berlin`. Default: UTC. */
  readonly timezone?: string | undefined
}

/** Calls about schedules. Each rejects as `Client` says. */
export interface Schedules {
  /** Creates a schedule, once, however often it is repeated with its idempotency key. Its secret is in this answer alone. */
  create(schedule: ScheduleRequest, options?: ChargedCallOptions): Promise<Answer<ScheduleCreated>>
  /** A page of the schedules of the workspace, newest first. */
  list(
    options?: CallOptions & { readonly limit?: number | undefined; readonly cursor?: string | null | undefined },
  ): Promise<Answer<ScheduleList>>
  /** A schedule with its items and its last runs. */
  get(id: string, options?: CallOptions): Promise<Answer<Schedule>>
  /** Begins no more runs, until it is resumed. */
  pause(id: string, options?: CallOptions): Promise<Answer<Schedule>>
  /** Lets a schedule that was paused go on, with the key of this client. */
  resume(id: string, options?: CallOptions): Promise<Answer<Schedule>>
  /** Deletes a schedule, and cancels its run in progress. */
  delete(id: string, options?: CallOptions): Promise<Answer<{ readonly id: string; readonly deleted_at: string }>>
}

export function createSchedules(call: Caller): Schedules {
  const change = (id: string, status: 'active' | 'paused', options?: CallOptions): Promise<Answer<Schedule>> =>
    call({ ...options, endpoint: ENDPOINTS.changeSchedule, params: { id }, body: { status } })
  return {
    create: (body, options) =>
      call({ idempotencyKey: newIdempotencyKey(), ...options, endpoint: ENDPOINTS.createSchedule, body }),
    list: ({ limit, cursor, ...options } = {}) =>
      call({ ...options, endpoint: ENDPOINTS.listSchedules, query: { limit, cursor } }),
    get: (id, options) => call({ ...options, endpoint: ENDPOINTS.getSchedule, params: { id } }),
    pause: (id, options) => change(id, 'paused', options),
    resume: (id, options) => change(id, 'active', options),
    delete: (id, options) => call({ ...options, endpoint: ENDPOINTS.deleteSchedule, params: { id } }),
  }
}
