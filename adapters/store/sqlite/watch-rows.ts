import type { BatchEndpoint } from '../../../core/contract/index.ts'
import type { WatchControl, WatchTerms } from '../../../core/index.ts'
import { WATCH_RECORD_BYTES, type KeyMode } from '../../../core/policy/index.ts'
import { WATCH_ROW_BYTES, type CreatedWatch, type NewWatch, type Watch, type WatchItem } from '../watches.ts'
import { findCreated, rememberCreated } from './creation-keys.ts'
import type { Database } from './database.ts'

export interface WatchRow {
  /** Row id, which items and looks refer to. */
  readonly place: number
  readonly id: string
  readonly workspace_id: string
  readonly key_id: string
  readonly kind: KeyMode
  readonly endpoint: BatchEndpoint
  readonly created_at_ms: number
  readonly item_count: number
  readonly terms: string
  readonly control: string
  readonly revision: number
  readonly next_run_ms: number | null
  readonly batch_id: string | null
  readonly looks: number
  readonly seen: number
  readonly credits: number
  readonly last_look_ms: number | null
  readonly sealed_secret: string
  readonly webhook_url: string | null
  readonly redelivered_at_ms: number | null
}

/** Absent: null, no watch has this id, or it was removed. */
export function findWatchRow(database: Database, watchId: string): WatchRow | null {
  const [row] = database.list<WatchRow>('SELECT * FROM watches WHERE id = ? AND NOT is_removed', watchId)
  return row ?? null
}

export function toWatch(row: WatchRow): Watch {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    keyId: row.key_id,
    mode: row.kind,
    endpoint: row.endpoint,
    createdAtMs: row.created_at_ms,
    itemCount: row.item_count,
    terms: JSON.parse(row.terms) as WatchTerms,
    control: JSON.parse(row.control) as WatchControl,
    revision: row.revision,
    nextRunMs: row.next_run_ms,
    batchId: row.batch_id,
    looks: row.looks,
    seen: row.seen,
    credits: row.credits,
    lastLookMs: row.last_look_ms,
    sealedSecret: row.sealed_secret,
    webhookUrl: row.webhook_url,
    redeliveredAtMs: row.redelivered_at_ms,
  }
}

/** Writes a watch with its items, inside a transaction, unless its idempotency key has created one. */
export function insertWatch(
  database: Database,
  watch: NewWatch,
): CreatedWatch | 'idempotency_conflict' | 'too_many_items' {
  const created = findCreated(database, watch)
  if (typeof created === 'string') return created
  const known = created === null ? null : findWatchRow(database, created.id)
  if (known !== null) return { isNew: false, watch: toWatch(known) }
  const { workspaceId, mode, inputs, maxItems, createdAtMs } = watch
  if (maxItems !== null && countItems(database, workspaceId, mode) + inputs.length > maxItems) return 'too_many_items'
  const bytes = inputs.reduce((sum, input) => sum + WATCH_ROW_BYTES + Buffer.byteLength(input), WATCH_RECORD_BYTES)
  const [row] = database.list<WatchRow>(
    `INSERT INTO watches (id, workspace_id, key_id, kind, endpoint, created_at_ms, item_count, terms, control, next_run_ms,
       sealed_secret, webhook_url, forgotten_at_ms, stored_bytes)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
    watch.id,
    workspaceId,
    watch.keyId,
    mode,
    watch.endpoint,
    createdAtMs,
    inputs.length,
    JSON.stringify(watch.terms),
    JSON.stringify(watch.control),
    createdAtMs,
    watch.sealedSecret,
    watch.webhookUrl,
    createdAtMs,
    bytes,
  )
  if (row === undefined) throw new Error(`The watch ${watch.id} was written, but can't be read.`)
  for (const [item, input] of inputs.entries()) {
    const sql = 'INSERT INTO watch_items (watch, item, input, due_ms) VALUES (?, ?, ?, ?)'
    database.run(sql, row.place, item, input, createdAtMs)
  }
  rememberCreated(database, watch)
  return { isNew: true, watch: toWatch(row) }
}

function countItems(database: Database, workspaceId: string, mode: KeyMode): number {
  const [row] = database.list<{ items: number }>(
    `SELECT coalesce(sum(item_count), 0) AS items FROM watches WHERE workspace_id = ? AND kind = ? AND NOT is_removed`,
    workspaceId,
    mode,
  )
  return row?.items ?? 0
}

interface ItemRow {
  readonly item: number
  readonly input: string
  readonly due_ms: number
}

function toWatchItem({ item, input, due_ms: dueMs }: ItemRow): WatchItem {
  return { item, input, dueMs }
}

/** Items that are due at a time. */
export function listDueItems(database: Database, watchId: string, nowMs: number): readonly WatchItem[] {
  const sql = `SELECT item, input, due_ms FROM watch_items
     WHERE watch = (SELECT place FROM watches WHERE id = ? AND NOT is_removed) AND due_ms <= ? ORDER BY item`
  return database.list<ItemRow>(sql, watchId, nowMs).map(toWatchItem)
}

/** Items from an index on. */
export function listItemsFrom(database: Database, watchId: string, from: number, limit: number): readonly WatchItem[] {
  const sql = `SELECT item, input, due_ms FROM watch_items
     WHERE watch = (SELECT place FROM watches WHERE id = ? AND NOT is_removed) AND item >= ? ORDER BY item LIMIT ?`
  return database.list<ItemRow>(sql, watchId, from, limit).map(toWatchItem)
}

/** When the first of all items is due. Absent: null, there is no such watch. */
export function firstDueOf(database: Database, place: number): number | null {
  const [row] = database.list<{ due: number | null }>(
    'SELECT min(due_ms) AS due FROM watch_items WHERE watch = ?',
    place,
  )
  return row?.due ?? null
}

/** Counts stored bytes of a watch, inside a transaction. Negative: they were removed. */
export function addWatchBytes(database: Database, place: number, bytes: number): void {
  if (bytes !== 0) database.run('UPDATE watches SET stored_bytes = stored_bytes + ? WHERE place = ?', bytes, place)
}
