import { HEALTHY, parseDuration } from '../../../core/index.ts'
import { findStorageProblem, isEnded, maxPendingItems } from '../../../core/policy/index.ts'
import type { Logger } from '../../observe/log.ts'
import type { NewBatch } from '../../store/batches.ts'
import { isActive } from '../../store/keys.ts'
import type { Schedule, ScheduleStep, ScheduleTimes } from '../../store/schedules.ts'
import type { Store } from '../../store/store.ts'
import { scheduleOf } from '../watch/watch-schedule.ts'

export interface ScheduleRunDeps {
  readonly store: Pick<Store, 'schedules' | 'batches' | 'storage' | 'keys'>
  readonly log: Pick<Logger, 'error' | 'info'>
  /** Gives an id that no other batch has. */
  readonly newId: () => string
  /** Unit: ms since 1970. */
  readonly epochMs: () => number
}

/** Schedules that one claim takes: the items of each may be a megabyte. */
const SCHEDULES_PER_CLAIM = 5
/** Lease of a claimed schedule: when its process dies before the run begins, another one begins it. Unit: ms. */
const CLAIM_LEASE_MS = 60_000

/**
 * A round of it begins the runs of all schedules that are due. A schedule whose run can't begin is tried again when its
 * lease ends, and does not keep the others waiting. Rejects: with a `StoreError`.
 */
export function createScheduleRuns(deps: ScheduleRunDeps): () => Promise<void> {
  const { store, log, epochMs } = deps
  return async () => {
    if (!(await store.storage.hasRoom())) return
    for (;;) {
      const lease = { nowMs: epochMs(), leaseMs: CLAIM_LEASE_MS }
      const claimed = await store.schedules.claimDue(SCHEDULES_PER_CLAIM, lease)
      for (const schedule of claimed) {
        await run(schedule, deps).catch((err: unknown) =>
          log.error({ err, schedule: schedule.id }, 'the run of a schedule could not begin'),
        )
      }
      if (claimed.length < SCHEDULES_PER_CLAIM) return
    }
  }
}

/** A change that came in between has a step of its own; the schedule is due again when its lease ends. */
async function run(schedule: Schedule, deps: ScheduleRunDeps): Promise<void> {
  const { store, log } = deps
  const step = await planRun(schedule, deps)
  if (!(await store.schedules.step(schedule.id, schedule.revision, step))) return
  const { batch, problem = null, paused } = step
  log.info({ schedule: schedule.id, batch: batch?.id ?? null, problem, paused }, 'run of a schedule')
}

/** The batch and the time of the next run are one step: whatever dies, a run begins once. */
async function planRun(schedule: Schedule, { store, newId, epochMs }: ScheduleRunDeps): Promise<ScheduleStep> {
  const nowMs = epochMs()
  const key = await store.keys.find(schedule.keyId)
  if (key === null || !isActive(key, nowMs)) return { paused: 'key', nextRunMs: null }
  const nextRunMs = await nextRunOf(schedule.terms, schedule.createdAtMs, nowMs)
  const last = schedule.batchId === null ? null : await store.batches.find(schedule.batchId)
  if (last !== null && !isEnded(last.progress)) return { nextRunMs, problem: 'run_in_progress' }
  const usage = await store.storage.usage(schedule.workspaceId, schedule.mode)
  if (findStorageProblem(usage) !== null) return { nextRunMs, problem: 'quota_exceeded' }
  const inputs = await store.schedules.listInputs(schedule.id)
  return { nextRunMs, problem: null, batch: toBatch(schedule, inputs, nowMs, newId()) }
}

/**
 * When the next run begins: by `every`, at a whole number of intervals after the creation. Runs that were missed are not
 * made up for. Unit: ms since 1970. Rejects: with a `MissingPackageError`, for a cron line.
 */
export async function nextRunOf(times: ScheduleTimes, createdAtMs: number, nowMs: number): Promise<number> {
  const everyMs = parseDuration(times.every ?? '')
  if (everyMs !== null) return createdAtMs + (Math.floor(Math.max(0, nowMs - createdAtMs) / everyMs) + 1) * everyMs
  const schedule = await scheduleOf(times, nowMs)
  return schedule.nextMs('', HEALTHY)
}

function toBatch(schedule: Schedule, inputs: readonly string[], nowMs: number, id: string): NewBatch {
  const { workspaceId, keyId, mode, endpoint, terms, sealedSecret, webhookUrl } = schedule
  return {
    id,
    workspaceId,
    keyId,
    mode,
    endpoint,
    sealedSecret,
    webhookUrl,
    inputs,
    createdAtMs: nowMs,
    metadata: terms.metadata,
    deliver: terms.deliver,
    scheduleId: schedule.id,
    idempotency: null,
    maxPending: maxPendingItems(mode),
  }
}
