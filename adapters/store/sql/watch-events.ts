import { originOf } from '../batches.ts'
import { WATCH_ROW_BYTES, type NewWatchEvent, type WatchEvent } from '../watches.ts'
import type { Reader, Transaction } from './database.ts'
import { addLetter, DELIVERY, OUTBOX, toDelivery, type OutboxRow } from './outbox.ts'
import { addWatchBytes, type WatchRow } from './watch-rows.ts'

interface EventRow extends OutboxRow {
  readonly row_id: number
  readonly id: string
  readonly watch_id: string
  readonly at_ms: number
  readonly entry: string
  readonly webhook_url: string | null
}

/** `$1`: id of the watch, or of the event. */
const EVENT = `SELECT watch_events.*, watches.id AS watch_id, ${DELIVERY}
  FROM watch_events JOIN watches ON watches.row_id = watch
  LEFT JOIN outbox ON outbox.type = 'watch' AND outbox.id = watch_events.id
  WHERE is_removed = 0`

/** Adds an event, once. If it is sent, its first attempt is due. */
export async function addWatchEvent(
  tx: Transaction,
  watch: Pick<WatchRow, 'row_id' | 'workspace_id' | 'mode'>,
  { id, atMs, entry, webhookUrl }: NewWatchEvent,
  nowMs: number,
): Promise<void> {
  const added = await tx.run(
    `INSERT INTO watch_events (id, watch, at_ms, entry, webhook_url) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO NOTHING`,
    id,
    watch.row_id,
    atMs,
    entry,
    webhookUrl,
  )
  if (added === 0) return
  if (webhookUrl !== null) {
    const letter = { type: 'watch', id, workspaceId: watch.workspace_id, origin: originOf(webhookUrl) } as const
    await addLetter(tx, { ...letter, dueMs: nowMs }, nowMs)
  }
  await addWatchBytes(tx, watch, WATCH_ROW_BYTES + Buffer.byteLength(entry))
}

export async function findWatchEvent(reader: Reader, eventId: string): Promise<WatchEvent | null> {
  const [row] = await reader.list<EventRow>(`${EVENT} AND watch_events.id = $1`, eventId)
  return row === undefined ? null : toEvent(row)
}

/** Events after a position. Order: as they happened. */
export async function listWatchEvents(
  reader: Reader,
  watchId: string,
  after: number,
  limit: number,
): Promise<readonly WatchEvent[]> {
  const sql = `${EVENT} AND watches.id = $1 AND watch_events.row_id > $2 ORDER BY watch_events.row_id LIMIT $3`
  return (await reader.list<EventRow>(sql, watchId, after, limit)).map(toEvent)
}

/** Events before a position. Order: newest first. */
export async function listLastWatchEvents(
  reader: Reader,
  watchId: string,
  before: number | null,
  limit: number,
): Promise<readonly WatchEvent[]> {
  const sql = `${EVENT} AND watches.id = $1 AND watch_events.row_id < $2 ORDER BY watch_events.row_id DESC LIMIT $3`
  return (await reader.list<EventRow>(sql, watchId, before ?? Number.MAX_SAFE_INTEGER, limit)).map(toEvent)
}

/** Makes events due again: one, or all that failed. Returns how many. */
export async function redeliverEvents(
  tx: Transaction,
  rowId: number,
  {
    eventId,
    webhookUrl,
    nowMs,
  }: { readonly eventId: string | null; readonly webhookUrl: string; readonly nowMs: number },
): Promise<number> {
  await tx.lock([OUTBOX])
  const due = await tx.list<{ id: string }>(
    `UPDATE outbox SET status = 'pending', attempts = 0, due_at_ms = $2, until_ms = 0, origin = $3
     WHERE type = 'watch' AND id IN (SELECT id FROM watch_events WHERE watch = $1)
       AND ${eventId === null ? `status = 'failed'` : 'id = $4'} RETURNING id`,
    rowId,
    nowMs,
    originOf(webhookUrl),
    ...(eventId === null ? [] : [eventId]),
  )
  const sql = 'UPDATE watch_events SET webhook_url = $2 WHERE id = $1'
  await Promise.all(due.map(({ id }) => tx.run(sql, id, webhookUrl)))
  return due.length
}

/** No attempt at an event of the watch follows. */
export async function stopEvents(tx: Transaction, rowId: number): Promise<void> {
  await tx.lock([OUTBOX])
  await tx.run(
    `UPDATE outbox SET due_at_ms = NULL WHERE type = 'watch' AND id IN (SELECT id FROM watch_events WHERE watch = $1)`,
    rowId,
  )
}

function toEvent(row: EventRow): WatchEvent {
  return {
    id: row.id,
    watchId: row.watch_id,
    sequence: row.row_id,
    atMs: row.at_ms,
    entry: row.entry,
    webhookUrl: row.webhook_url,
    delivery: toDelivery(row),
  }
}
