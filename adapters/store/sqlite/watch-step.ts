import type { WatchStep } from '../watches.ts'
import { insertBatch } from './batch-rows.ts'
import type { Database } from './database.ts'
import { addWatchEvent } from './watch-event-rows.ts'
import { findWatchRow } from './watch-rows.ts'

/** Writes a step of a watch, inside a transaction. False: it has another revision, or is gone. */
export function writeStep(
  database: Database,
  watchId: string,
  revision: number,
  step: WatchStep,
  nowMs: number,
): boolean {
  const row = findWatchRow(database, watchId)
  if (row === null || row.revision !== revision) return false
  const { terms, control, webhookUrl, nextRunMs, batch, redeliveredAtMs } = step
  const set = (column: string, value: string | number | null): void => {
    database.run(`UPDATE watches SET ${column} = ? WHERE place = ?`, value, row.place)
  }
  set('revision', revision + 1)
  if (terms !== undefined) set('terms', JSON.stringify(terms))
  if (control !== undefined) set('control', JSON.stringify(control))
  if (webhookUrl !== undefined) set('webhook_url', webhookUrl)
  if (nextRunMs !== undefined) set('next_run_ms', nextRunMs)
  if (redeliveredAtMs !== undefined) set('redelivered_at_ms', redeliveredAtMs)
  if (batch !== undefined) set('batch_id', batch?.id ?? null)
  if (batch !== undefined && batch !== null) insertBatch(database, batch)
  for (const [item, dueMs] of step.due ?? []) {
    database.run('UPDATE watch_items SET due_ms = ? WHERE watch = ? AND item = ?', dueMs, row.place, item)
  }
  for (const event of step.events ?? []) addWatchEvent(database, row, event, nowMs)
  return true
}
