import { getRouterParam, type H3Event } from 'h3'
import { type WatchHead } from '../../../core/contract/index.ts'
import { toTimestamp } from '../../../core/contract/index.ts'
import type { Caller } from '../../store/keys.ts'
import type { Watch } from '../../store/watches.ts'
import type { ParameterObject } from '../openapi/document.ts'
import type { Service } from '../route/deps.ts'
import { toBatchId } from './find-batch.ts'

/** The id of a watch in a path. */
export const watchIdParameter: ParameterObject = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the watch, in upper or lower case.',
  schema: { type: 'string', format: 'uuid' },
}

/** Finds the watch of a path. Absent: null, it does not exist, or it belongs to another workspace or to keys of the other mode; callers can't tell which. */
export async function findOwnWatch(
  event: H3Event,
  { store }: Service,
  { workspace, mode }: Caller,
): Promise<Watch | null> {
  const id = toBatchId(getRouterParam(event, 'id') ?? '')
  const found = id === undefined ? null : await store.watches.find(id)
  return found?.workspaceId === workspace.id && found.mode === mode ? found : null
}

/** A watch as the interface prints it. */
export function printWatchHead(watch: Watch): WatchHead {
  const { terms, control } = watch
  const { paused, health } = control
  return {
    id: watch.id,
    status: paused !== null ? 'paused' : health.isFailing ? 'failing' : 'active',
    paused_by: paused,
    endpoint: watch.endpoint,
    item_count: watch.itemCount,
    every: terms.every,
    cron: terms.cron,
    timezone: terms.timezone,
    fields: terms.fields === null ? null : [...terms.fields],
    rules: terms.rules.map((rule) => rule as Record<string, unknown>),
    confirm: terms.confirm,
    max_credits_per_month: terms.max_credits_per_month,
    keep: terms.keep,
    webhook_url: watch.webhookUrl,
    created_at: toTimestamp(watch.createdAtMs),
    next_run_at: watch.nextRunMs === null ? null : toTimestamp(watch.nextRunMs),
    is_running: watch.batchId !== null,
    looks_count: watch.looks,
    seen_count: watch.seen,
    credits_charged: watch.credits,
    credits_this_month: watch.credits - control.creditsBefore,
  }
}
