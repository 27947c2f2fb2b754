import type { DeliveryStatus } from '../../../core/policy/index.ts'
import { originOf } from '../batches.ts'
import { WATCH_ROW_BYTES, type NewWatchEvent, type WatchEvent } from '../watches.ts'
import type { Database } from './database.ts'
import { addWatchBytes, type WatchRow } from './watch-rows.ts'

interface EventRow {
  readonly place: number
  readonly id: string
  readonly watch_id: string
  readonly at_ms: number
  readonly entry: string
  readonly webhook_url: string | null
  readonly delivery_status: DeliveryStatus | null
  readonly delivery_attempts: number
  readonly delivery_at_ms: number | null
  readonly delivery_error: string | null
  readonly delivered_at_ms: number | null
}

const EVENT = `SELECT watch_events.*, watches.id AS watch_id FROM watch_events JOIN watches ON watches.place = watch`

/** Adds an event that is not there yet, inside a transaction. If it is sent, its first attempt is due. */
export function addWatchEvent(
  database: Database,
  { place, workspace_id: workspaceId }: Pick<WatchRow, 'place' | 'workspace_id'>,
  { id, atMs, entry, webhookUrl }: NewWatchEvent,
  nowMs: number,
): void {
  const added = database.run(
    `INSERT INTO watch_events (id, watch, workspace_id, at_ms, entry, webhook_url, webhook_origin, delivery_status, delivery_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    id,
    place,
    workspaceId,
    atMs,
    entry,
    webhookUrl,
    webhookUrl === null ? null : originOf(webhookUrl),
    webhookUrl === null ? null : 'pending',
    webhookUrl === null ? null : nowMs,
  )
  if (added === 1) addWatchBytes(database, place, WATCH_ROW_BYTES + Buffer.byteLength(entry))
}

export function findWatchEvent(database: Database, eventId: string): WatchEvent | null {
  const [row] = database.list<EventRow>(`${EVENT} WHERE watch_events.id = ? AND NOT is_removed`, eventId)
  return row === undefined ? null : toEvent(row)
}

export function listWatchEvents(
  database: Database,
  watchId: string,
  after: number,
  limit: number,
): readonly WatchEvent[] {
  const sql = `${EVENT} WHERE watch = (SELECT place FROM watches WHERE id = ? AND NOT is_removed)
     AND watch_events.place > ? ORDER BY watch_events.place LIMIT ?`
  return database.list<EventRow>(sql, watchId, after, limit).map(toEvent)
}

/** Events before a position. Order: newest first. */
export function listLastWatchEvents(
  database: Database,
  watchId: string,
  before: number | null,
  limit: number,
): readonly WatchEvent[] {
  const sql = `${EVENT} WHERE watch = (SELECT place FROM watches WHERE id = ? AND NOT is_removed)
     AND watch_events.place < ? ORDER BY watch_events.place DESC LIMIT ?`
  return database.list<EventRow>(sql, watchId, before ?? Number.MAX_SAFE_INTEGER, limit).map(toEvent)
}

/** Makes events due again, inside a transaction: one, or all that failed. Returns how many. */
export function redeliverEvents(
  database: Database,
  place: number,
  {
    eventId,
    webhookUrl,
    nowMs,
  }: { readonly eventId: string | null; readonly webhookUrl: string; readonly nowMs: number },
): number {
  const which = eventId === null ? `delivery_status = 'failed'` : 'id = ? AND delivery_status IS NOT NULL'
  return database.run(
    `UPDATE watch_events SET delivery_status = 'pending', delivery_attempts = 0, delivery_at_ms = ?, delivery_until_ms = 0,
       webhook_url = ?, webhook_origin = ? WHERE watch = ? AND ${which}`,
    nowMs,
    webhookUrl,
    originOf(webhookUrl),
    place,
    ...(eventId === null ? [] : [eventId]),
  )
}

function toEvent(row: EventRow): WatchEvent {
  const { delivery_status: status } = row
  return {
    id: row.id,
    watchId: row.watch_id,
    sequence: row.place,
    atMs: row.at_ms,
    entry: row.entry,
    webhookUrl: row.webhook_url,
    delivery:
      status === null
        ? null
        : {
            status,
            attempts: row.delivery_attempts,
            nextAtMs: row.delivery_at_ms,
            lastError: row.delivery_error,
            deliveredAtMs: row.delivered_at_ms,
          },
  }
}
