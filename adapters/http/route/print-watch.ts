import { toTimestamp, type WatchChanges, type WatchEntry, type WatchHead } from '../../../core/contract/index.ts'
import type { WatchTerms } from '../../../core/index.ts'
import type { Watch, WatchEvent } from '../../store/watches.ts'

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
    track: printTrack(terms),
    webhook_url: watch.webhookUrl,
    created_at: toTimestamp(watch.createdAtMs),
    next_run_at: watch.nextRunMs === null ? null : toTimestamp(watch.nextRunMs),
    is_running: watch.batchId !== null,
    looks_count: watch.looks,
    seen_count: watch.seen,
    last_look_at: watch.lastLookMs === null ? null : toTimestamp(watch.lastLookMs),
    credits_charged: watch.credits,
    credits_this_month: watch.credits - control.creditsBefore,
  }
}

function printTrack({ track = null }: WatchTerms): WatchHead['track'] {
  return track === null ? null : { asins: [...track.asins], brands: [...track.brands] }
}

/** An event as `changes` lists it. */
export function printChange({ entry, delivery }: WatchEvent): WatchChanges['changes'][number] {
  const { changes: alerts, confirmed, ...facts } = JSON.parse(entry) as WatchEntry
  return {
    ...facts,
    changes: [...confirmed],
    alerts,
    webhook_delivery_status: delivery?.status ?? null,
    webhook_last_error: delivery?.lastError ?? null,
  }
}
