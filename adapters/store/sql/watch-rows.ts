import type { WatchControl, WatchTerms } from '../../../core/index.ts'
import { WATCH_RECORD_BYTES, type KeyMode } from '../../../core/policy/index.ts'
import { WATCH_ROW_BYTES, type CreatedWatch, type NewWatch, type Watch, type WatchItem } from '../watches.ts'
import { rememberCreated } from './creation-keys.ts'
import type { Reader, Transaction } from './database.ts'
import { findEarlier, insertRow, toOwned, toOwnedColumns, updateRow, type OwnedRow } from './owned-rows.ts'
import { addStored } from './storage.ts'

/** When an item that was removed is looked at: never. */
export const NEVER_MS = Number.MAX_SAFE_INTEGER

export interface WatchRow extends OwnedRow {
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
  readonly redelivered_at_ms: number | null
}

/** Absent: null, no watch has this id, or it was removed. */
export async function findWatchRow(reader: Reader, watchId: string): Promise<WatchRow | null> {
  const [row] = await reader.list<WatchRow>('SELECT * FROM watches WHERE id = $1 AND is_removed = 0', watchId)
  return row ?? null
}

export function toWatch(row: WatchRow): Watch {
  return {
    ...toOwned(row),
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
    redeliveredAtMs: row.redelivered_at_ms,
  }
}

/** Writes a watch with its items, in a step on its workspace, unless it is there, or its idempotency key has created one. */
export async function insertWatch(
  tx: Transaction,
  watch: NewWatch,
): Promise<CreatedWatch | 'idempotency_conflict' | 'too_many_items'> {
  const earlier = await findEarlier(tx, watch, findWatchRow)
  if (typeof earlier === 'string') return earlier
  if (earlier !== null) return { isNew: earlier.isNew, watch: toWatch(earlier.row) }
  const { workspaceId, mode, inputs, maxItems } = watch
  if (maxItems !== null && (await countItems(tx, workspaceId, mode)) + inputs.length > maxItems) return 'too_many_items'
  const row = await writeRow(tx, watch)
  const items = insertItems(tx, row.row_id, { inputs, from: 0, dueMs: watch.createdAtMs })
  await Promise.all([items, rememberCreated(tx, watch)])
  return { isNew: true, watch: toWatch(row) }
}

/** Adds items after all that a watch ever had. They are due at once. */
export async function addItems(
  tx: Transaction,
  row: WatchRow,
  inputs: readonly string[],
  nowMs: number,
): Promise<void> {
  const sql = 'SELECT coalesce(max(item), -1) + 1 AS next FROM watch_items WHERE watch = $1'
  const [last] = await tx.list<{ next: number }>(sql, row.row_id)
  await insertItems(tx, row.row_id, { inputs, from: last?.next ?? 0, dueMs: nowMs })
  await updateRow(tx, 'watches', row.row_id, { item_count: row.item_count + inputs.length })
  await addWatchBytes(tx, row, bytesOf(inputs))
}

/** Removes items of a watch: they are never due. */
export async function removeItems(tx: Transaction, row: WatchRow, items: readonly number[]): Promise<void> {
  const sql = 'UPDATE watch_items SET due_ms = $3 WHERE watch = $1 AND item = $2'
  await Promise.all(items.map((item) => tx.run(sql, row.row_id, item, NEVER_MS)))
  await updateRow(tx, 'watches', row.row_id, { item_count: row.item_count - items.length })
}

/** Whether an item is watched, and was not removed. */
export async function isWatched(reader: Reader, rowId: number, item: number): Promise<boolean> {
  const sql = 'SELECT item FROM watch_items WHERE watch = $1 AND item = $2 AND due_ms < $3'
  return (await reader.list(sql, rowId, item, NEVER_MS)).length > 0
}

async function insertItems(
  tx: Transaction,
  rowId: number,
  { inputs, from, dueMs }: { readonly inputs: readonly string[]; readonly from: number; readonly dueMs: number },
): Promise<void> {
  const sql = 'INSERT INTO watch_items (watch, item, input, due_ms) VALUES ($1, $2, $3, $4)'
  await Promise.all(inputs.map((input, index) => tx.run(sql, rowId, from + index, input, dueMs)))
}

/** Bytes that items take. */
function bytesOf(inputs: readonly string[]): number {
  return inputs.reduce((sum, input) => sum + WATCH_ROW_BYTES + Buffer.byteLength(input), 0)
}

async function writeRow(tx: Transaction, watch: NewWatch): Promise<WatchRow> {
  const bytes = WATCH_RECORD_BYTES + bytesOf(watch.inputs)
  const row = await insertRow<WatchRow>(tx, 'watches', {
    ...toOwnedColumns(watch),
    item_count: watch.inputs.length,
    terms: JSON.stringify(watch.terms),
    control: JSON.stringify(watch.control),
    next_run_ms: watch.createdAtMs,
    forgotten_at_ms: watch.createdAtMs,
    stored_bytes: bytes,
  })
  await addStored(tx, watch.workspaceId, watch.mode, bytes)
  return row
}

/** Items that a workspace watches with keys of a mode. */
export async function countItems(reader: Reader, workspaceId: string, mode: KeyMode): Promise<number> {
  const [row] = await reader.list<{ items: number }>(
    `SELECT coalesce(sum(item_count), 0) AS items FROM watches
     WHERE workspace_id = $1 AND mode = $2 AND is_removed = 0`,
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

/** Items of a watch. `condition`: compares with `$2`. Order: index. */
export async function listItems(
  reader: Reader,
  watchId: string,
  condition: 'due_ms <= $2' | 'item >= $2',
  value: number,
  limit: number = Number.MAX_SAFE_INTEGER,
): Promise<readonly WatchItem[]> {
  const rows = await reader.list<ItemRow>(
    `SELECT item, input, due_ms FROM watch_items
     WHERE watch = (SELECT row_id FROM watches WHERE id = $1 AND is_removed = 0) AND ${condition} AND due_ms < $4 ORDER BY item LIMIT $3`,
    watchId,
    value,
    limit,
    NEVER_MS,
  )
  return rows.map(({ item, input, due_ms: dueMs }) => ({ item, input, dueMs }))
}

/** When the first of all items is due. Absent: null, there is no such watch. */
export async function firstDueOf(reader: Reader, rowId: number): Promise<number | null> {
  const [row] = await reader.list<{ due: number | null }>(
    'SELECT min(due_ms) AS due FROM watch_items WHERE watch = $1',
    rowId,
  )
  return row?.due ?? null
}

/** Counts stored bytes of a watch. Negative: they were removed. */
export async function addWatchBytes(
  tx: Transaction,
  { row_id: rowId, workspace_id, mode }: Pick<WatchRow, 'row_id' | 'workspace_id' | 'mode'>,
  bytes: number,
): Promise<void> {
  if (bytes === 0) return
  await Promise.all([
    tx.run('UPDATE watches SET stored_bytes = stored_bytes + $2 WHERE row_id = $1', rowId, bytes),
    addStored(tx, workspace_id, mode, bytes),
  ])
}
