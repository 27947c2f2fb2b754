import { dealItems, dueRunMs, isFuture, type KeyMode, type WaitingBatch } from '../../../core/policy/index.ts'
import type { ClaimedItem, ClaimedRun, Lease, Run } from '../batches.ts'
import { findBatchRow } from './batch-rows.ts'
import type { Database } from './database.ts'
import { claimNextItems } from './item-rows.ts'

/** The last run for keys of a mode. */
interface LastRun {
  /** Unit: ms since 1970. */
  readonly atMs: number
  /** Whether it found no items. */
  readonly wasEmpty: boolean
}

/** Absent: null, there was none. */
export function findLastRun(database: Database, mode: KeyMode): LastRun | null {
  const sql = 'SELECT at_ms, was_empty FROM runs WHERE kind = ?'
  const [row] = database.list<{ at_ms: number; was_empty: number }>(sql, mode)
  return row === undefined ? null : { atMs: row.at_ms, wasEmpty: row.was_empty === 1 }
}

/** Claims the items of a run if one is due, inside a transaction. */
export function claimDueRun(database: Database, { mode, intervalMs, maxItems }: Run, lease: Lease): ClaimedRun {
  const { atMs: lastMs, wasEmpty } = findLastRun(database, mode) ?? { atMs: null, wasEmpty: false }
  const hasItems = hasWaiting(database, mode)
  const dueMs = dueRunMs({ mode, lastMs, wasEmpty, hasItems, intervalMs }, lease.nowMs)
  if (dueMs === null) return { claims: [], aheadMs: null }
  const sql = 'INSERT OR REPLACE INTO runs (kind, at_ms, was_empty) VALUES (?, ?, ?)'
  database.run(sql, mode, dueMs, Number(!hasItems))
  const aheadMs = lastMs !== null && isFuture(lastMs, lease.nowMs) ? lastMs - lease.nowMs : null
  return { claims: hasItems ? claimItems(database, mode, maxItems, lease) : [], aheadMs }
}

function hasWaiting(database: Database, mode: KeyMode): boolean {
  return database.list('SELECT 1 FROM batches WHERE turn IS NOT NULL AND kind = ? LIMIT 1', mode).length > 0
}

function claimItems(database: Database, mode: KeyMode, maxItems: number, lease: Lease): readonly ClaimedItem[] {
  const { shares, queue } = dealItems(listWaiting(database, mode), maxItems)
  const claims = shares.flatMap(({ id, count }) => {
    const row = findBatchRow(database, id)
    database.run('UPDATE batches SET turn = NULL WHERE id = ?', id)
    return row === null ? [] : claimNextItems(database, row, count, lease)
  })
  // Batches of a workspace have adjacent turns, so that turns also give the order of the workspaces.
  for (const [turn, id] of queue.flatMap(({ batches }) => batches).entries()) {
    database.run('UPDATE batches SET turn = ? WHERE id = ? AND turn IS NOT ?', turn, id, turn)
  }
  return claims
}

/** Waiting batches by workspace. Order: turns, of workspaces as of their first batch. */
function listWaiting(database: Database, mode: KeyMode): { id: string; batches: WaitingBatch[] }[] {
  const rows = database.list<{ id: string; workspace_id: string; items_left: number }>(
    `SELECT id, workspace_id, total_count - claimed_count AS items_left FROM batches
     WHERE turn IS NOT NULL AND kind = ? ORDER BY turn`,
    mode,
  )
  const workspaces = new Map<string, WaitingBatch[]>()
  for (const { id, workspace_id, items_left: itemsLeft } of rows) {
    const batches = workspaces.get(workspace_id) ?? []
    workspaces.set(workspace_id, batches)
    batches.push({ id, itemsLeft })
  }
  return [...workspaces].map(([id, batches]) => ({ id, batches }))
}
