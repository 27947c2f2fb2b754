import { isEnded } from '../../../core/policy/index.ts'
import type { Claim, ItemCommit } from '../batches.ts'
import { RUN_PAUSE_MS, WATCH_ROW_BYTES, type LookCommit, type LookFacts, type RunLook } from '../watches.ts'
import { findBatchRow } from './batch-rows.ts'
import type { Transaction } from './database.ts'
import { forgetRecords } from './forget-batches.ts'
import { writeDeaths, writeResult } from './items.ts'
import { isKeyActive } from './keys.ts'
import { updateRow } from './owned-rows.ts'
import { addStored } from './storage.ts'
import { addWatchEvent } from './watch-events.ts'
import { addWatchBytes, findWatchRow, firstDueOf, isWatched, NEVER_MS, toWatch, type WatchRow } from './watch-rows.ts'

/** Begins a look, or takes its item out of the run, in a step on its workspace. */
export async function beginLook(
  tx: Transaction,
  claim: Claim,
  { watchId, item, deaths }: RunLook,
  { mayBegin, nowMs }: { readonly mayBegin: (facts: LookFacts) => boolean; readonly nowMs: number },
): Promise<boolean> {
  const row = await findWatchRow(tx, watchId)
  const isThere = row !== null && (await isWatched(tx, row.row_id, item))
  if (isThere && mayBegin(await readFacts(tx, row, claim, nowMs))) return writeDeaths(tx, claim, deaths)
  const result = { ...claim, isOk: false, credits: 0, json: '', reservation: null }
  if ((await writeResult(tx, result, null, nowMs)) !== 'committed') return false
  const sql = 'UPDATE watch_items SET due_ms = $3 WHERE watch = $1 AND item = $2 AND due_ms > $3'
  if (isThere) await tx.run(sql, row.row_id, item, nowMs)
  await endRun(tx, row, { batchId: claim.batchId, wakes: false, nowMs })
  return false
}

async function readFacts(tx: Transaction, row: WatchRow, { batchId, index }: Claim, nowMs: number): Promise<LookFacts> {
  const watch = toWatch(row)
  const others = `SELECT input FROM items
    WHERE batch = (SELECT row_id FROM batches WHERE id = $1) AND position <> $2 AND deaths > 0`
  const isLimited = watch.terms.max_credits_per_month !== null
  const [isActive, begun] = await Promise.all([
    isKeyActive(tx, row.key_id, nowMs),
    isLimited ? tx.list<{ input: string }>(others, batchId, index) : [],
  ])
  return { watch, isKeyActive: isActive, others: begun.map(({ input }) => input) }
}

/** Writes a look with its result and its charge, in a step on its workspace. Of a watch that was removed, only the charge is written. */
export async function writeLook(
  tx: Transaction,
  result: ItemCommit,
  look: LookCommit,
  nowMs: number,
): Promise<'committed' | 'already_committed'> {
  const outcome = await writeResult(tx, result, null, nowMs)
  if (outcome !== 'committed') return outcome
  const row = await findWatchRow(tx, look.watchId)
  if (row !== null) {
    await addWatchBytes(tx, row, (await addLook(tx, row, look)) + (await addRecord(tx, row, look)))
    if (look.event !== null) await addWatchEvent(tx, row, look.event, nowMs)
    await updateRow(tx, 'watches', row.row_id, {
      looks: row.looks + 1,
      seen: row.seen + Number(look.isSeen),
      credits: row.credits + result.credits,
      last_look_ms: Math.max(row.last_look_ms ?? 0, look.atMs),
    })
  }
  await endRun(tx, row, { batchId: result.batchId, wakes: look.wakes, nowMs })
  return outcome
}

/** Writes a look, its points and the state of the item. Returns the bytes that they add. */
async function addLook(
  tx: Transaction,
  { row_id: rowId }: WatchRow,
  { item, atMs, text, points, state, againMs }: LookCommit,
): Promise<number> {
  const look = 'INSERT INTO watch_looks (watch, item, at_ms, look) VALUES ($1, $2, $3, $4)'
  const point = 'INSERT INTO watch_points (watch, item, field, at_ms, point) VALUES ($1, $2, $3, $4, $5)'
  const of = 'FROM watch_items WHERE watch = $1 AND item = $2'
  const [[before]] = await Promise.all([
    tx.list<{ bytes: number; due: number }>(
      `SELECT coalesce(length(state), 0) AS bytes, due_ms AS due ${of}`,
      rowId,
      item,
    ),
    tx.run(look, rowId, item, atMs, text),
    ...points.map((one) => tx.run(point, rowId, item, one.field, atMs, one.text)),
  ])
  if (before !== undefined) {
    const sql = 'UPDATE watch_items SET state = $3, due_ms = $4 WHERE watch = $1 AND item = $2'
    const due = before.due === NEVER_MS ? NEVER_MS : Math.min(before.due, againMs ?? Infinity)
    await tx.run(sql, rowId, item, state, due)
  }
  const added = points.reduce(
    (sum, one) => sum + WATCH_ROW_BYTES + Buffer.byteLength(one.field) + Buffer.byteLength(one.text),
    WATCH_ROW_BYTES + Buffer.byteLength(text),
  )
  return added + state.length - (before?.bytes ?? 0)
}

/** Keeps a record, and of those before the ones at a change. Returns the bytes that it adds. */
async function addRecord(
  tx: Transaction,
  { row_id: rowId }: WatchRow,
  { item, atMs, record, isChange }: LookCommit,
): Promise<number> {
  if (record === null) return 0
  const removed = await tx.list<{ bytes: number }>(
    'DELETE FROM watch_records WHERE watch = $1 AND item = $2 AND is_change = 0 RETURNING length(record) AS bytes',
    rowId,
    item,
  )
  const sql = 'INSERT INTO watch_records (watch, item, at_ms, is_change, record) VALUES ($1, $2, $3, $4, $5)'
  await tx.run(sql, rowId, item, atMs, Number(isChange), record)
  return removed.reduce((sum, { bytes }) => sum - bytes - WATCH_ROW_BYTES, WATCH_ROW_BYTES + record.length)
}

/** Removes the batch of a run that has ended. Its watch is claimed again when an item is due, or, if it `wakes`, after the pause. */
async function endRun(
  tx: Transaction,
  row: WatchRow | null,
  { batchId, wakes, nowMs }: { readonly batchId: string; readonly wakes: boolean; readonly nowMs: number },
): Promise<void> {
  const batch = await findBatchRow(tx, batchId)
  if (batch === null || !isEnded(batch)) return
  const removed = await forgetRecords(tx, [batch.row_id])
  for (const { bytes } of removed) await addStored(tx, batch.workspace_id, batch.mode, -bytes)
  if (row === null) return
  const leastMs = nowMs + RUN_PAUSE_MS
  const nextMs = wakes ? leastMs : Math.max((await firstDueOf(tx, row.row_id)) ?? 0, leastMs)
  await tx.run(
    `UPDATE watches SET batch_id = NULL, next_run_ms = CASE WHEN next_run_ms IS NULL THEN next_run_ms ELSE $2 END
     WHERE row_id = $1 AND batch_id = $3`,
    row.row_id,
    nextMs,
    batchId,
  )
}
