import type { ItemCommit } from '../batches.ts'
import { RUN_PAUSE_MS, WATCH_ROW_BYTES, type LookCommit } from '../watches.ts'
import { isEnded } from '../../../core/policy/index.ts'
import { findBatchRow } from './batch-rows.ts'
import type { Database } from './database.ts'
import { writeResult } from './item-rows.ts'
import type { SqliteLedger } from './ledger.ts'
import { addWatchEvent } from './watch-event-rows.ts'
import { addWatchBytes, findWatchRow, firstDueOf, type WatchRow } from './watch-rows.ts'

/** Writes a look with its charge, inside a transaction. Of a watch that was removed, only the charge is written. */
export function writeLook(
  database: Database,
  ledger: SqliteLedger,
  result: ItemCommit,
  look: LookCommit,
  nowMs: number,
): 'committed' | 'already_committed' {
  const outcome = writeResult(database, ledger, result, null, nowMs)
  if (outcome !== 'committed') return outcome
  const row = findWatchRow(database, look.watchId)
  if (row !== null) {
    const bytes = addLook(database, row, look) + addRecord(database, row, look)
    addWatchBytes(database, row.place, bytes)
    if (look.event !== null) addWatchEvent(database, row, look.event, nowMs)
    database.run(
      `UPDATE watches SET looks = looks + 1, seen = seen + ?, credits = credits + ?,
         last_look_ms = max(coalesce(last_look_ms, 0), ?) WHERE place = ?`,
      Number(look.isSeen),
      result.credits,
      look.atMs,
      row.place,
    )
  }
  if (look.drift !== null) {
    const sql =
      'INSERT INTO watch_drift (name, tallies) VALUES (?, ?) ON CONFLICT DO UPDATE SET tallies = excluded.tallies'
    database.run(sql, look.drift.name, look.drift.json)
  }
  endRun(database, row, result.batchId, look.wakes, nowMs)
  return outcome
}

/** Writes a look, its points and the state of the item. Returns the bytes that they add. */
function addLook(
  database: Database,
  { place }: WatchRow,
  { item, atMs, text, points, state, againMs }: LookCommit,
): number {
  database.run('INSERT INTO watch_looks (watch, item, at_ms, look) VALUES (?, ?, ?, ?)', place, item, atMs, text)
  let bytes = WATCH_ROW_BYTES + Buffer.byteLength(text)
  for (const point of points) {
    const sql = 'INSERT INTO watch_points (watch, item, field, at_ms, point) VALUES (?, ?, ?, ?, ?)'
    database.run(sql, place, item, point.field, atMs, point.text)
    bytes += WATCH_ROW_BYTES + Buffer.byteLength(point.field) + Buffer.byteLength(point.text)
  }
  const [before] = database.list<{ bytes: number }>(
    'SELECT coalesce(length(state), 0) AS bytes FROM watch_items WHERE watch = ? AND item = ?',
    place,
    item,
  )
  database.run(
    'UPDATE watch_items SET state = ?, due_ms = min(due_ms, ?) WHERE watch = ? AND item = ?',
    state,
    againMs ?? Number.MAX_SAFE_INTEGER,
    place,
    item,
  )
  return bytes + state.length - (before?.bytes ?? 0)
}

/** Keeps a record, and of those before the ones at a change. Returns the bytes that it adds. */
function addRecord(database: Database, { place }: WatchRow, { item, atMs, record, isChange }: LookCommit): number {
  if (record === null) return 0
  const removed = database.list<{ bytes: number }>(
    'DELETE FROM watch_records WHERE watch = ? AND item = ? AND NOT is_change RETURNING length(record) AS bytes',
    place,
    item,
  )
  const sql = 'INSERT INTO watch_records (watch, item, at_ms, is_change, record) VALUES (?, ?, ?, ?, ?)'
  database.run(sql, place, item, atMs, Number(isChange), record)
  return removed.reduce((sum, { bytes }) => sum - bytes - WATCH_ROW_BYTES, WATCH_ROW_BYTES + record.length)
}

/** Removes the batch of a run that has ended. Its watch is claimed again when an item is due, or, if it `wakes`, after the pause. */
function endRun(database: Database, row: WatchRow | null, batchId: string, wakes: boolean, nowMs: number): void {
  const batch = findBatchRow(database, batchId)
  if (batch === null || !isEnded(batch)) return
  database.run('DELETE FROM batches WHERE place = ?', batch.place)
  if (row === null) return
  const leastMs = nowMs + RUN_PAUSE_MS
  const nextMs = wakes ? leastMs : Math.max(firstDueOf(database, row.place) ?? 0, leastMs)
  database.run(
    'UPDATE watches SET batch_id = NULL, next_run_ms = iif(next_run_ms IS NULL, NULL, ?) WHERE place = ? AND batch_id = ?',
    nextMs,
    row.place,
    batchId,
  )
}
