import { dealItems, dueRunMs, isFuture, type KeyMode } from '../../../core/policy/index.ts'
import type { ClaimedItem, ClaimedRun, Lease, Run } from '../batches.ts'
import { findBatchRow } from './batch-rows.ts'
import type { Database } from './database.ts'
import { claimNextItems } from './item-rows.ts'
import { hasWaiting, joinQueue, leaveQueue, listWaiting, moveLane } from './turn-rows.ts'

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

function claimItems(database: Database, mode: KeyMode, maxItems: number, lease: Lease): readonly ClaimedItem[] {
  const { shares, queue } = dealItems(listWaiting(database, mode, maxItems), maxItems)
  const rows = shares.flatMap(({ id, count }) => {
    const row = findBatchRow(database, id)
    return row === null ? [] : [{ row, count }]
  })
  for (const { row } of rows) leaveQueue(database, row)
  // What was dealt goes to the end. All others keep their turns: a run costs what it deals, however much waits.
  const dealt = new Map(rows.map(({ row }) => [row.id, row]))
  const workspaces = new Set(rows.map(({ row }) => row.workspace_id))
  for (const { id: workspaceId, batches } of queue) {
    // Also if the batch that was dealt has ended: its workspace had its turn.
    if (workspaces.has(workspaceId)) moveLane(database, mode, workspaceId)
    for (const id of batches) {
      const row = dealt.get(id)
      if (row !== undefined) joinQueue(database, row)
    }
  }
  return rows.flatMap(({ row, count }) => claimNextItems(database, row, count, lease))
}
