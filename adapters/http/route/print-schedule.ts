import { toTimestamp, type ScheduleHead } from '../../../core/contract/index.ts'
import type { Schedule } from '../../store/schedules.ts'
import type { Store } from '../../store/store.ts'

/** A schedule as the interface prints it, without its items and runs. */
export async function printScheduleHead(schedule: Schedule, store: Pick<Store, 'batches'>): Promise<ScheduleHead> {
  const { terms, paused } = schedule
  const { every, cron, timezone, metadata, deliver } = terms
  return {
    id: schedule.id,
    status: paused === null ? 'active' : 'paused',
    paused_by: paused,
    endpoint: schedule.endpoint,
    item_count: schedule.itemCount,
    every,
    cron,
    timezone,
    metadata,
    deliver,
    webhook_url: schedule.webhookUrl,
    created_at: toTimestamp(schedule.createdAtMs),
    next_run_at: schedule.nextRunMs === null ? null : toTimestamp(schedule.nextRunMs),
    last_batch_id: schedule.batchId,
    last_problem: schedule.problem ?? ((await isUndelivered(schedule, store)) ? 'deliver_failed' : null),
  }
}

/** Whether an attempt to write the results of the last run has failed, and no later one has written them. */
async function isUndelivered({ batchId, terms }: Schedule, { batches }: Pick<Store, 'batches'>): Promise<boolean> {
  if (batchId === null || terms.deliver === null) return false
  const status = (await batches.find(batchId))?.written?.status
  return status === 'retrying' || status === 'failed'
}
