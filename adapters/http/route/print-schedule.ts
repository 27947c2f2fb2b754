import { toTimestamp, type ScheduleHead } from '../../../core/contract/index.ts'
import type { Schedule } from '../../store/schedules.ts'

/** A schedule as the interface prints it, without its items and runs. */
export function printScheduleHead(schedule: Schedule): ScheduleHead {
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
    last_problem: schedule.problem,
  }
}
