import { dealItems, dueRunMs, isFuture, rankItems, startBatch, type KeyMode } from '../../../core/policy/index.ts'
import type { ClaimedItem, ClaimedRun, Lease, RunLimits } from '../batches.ts'
import { findBatchRow, toBatch, writeProgress, type BatchRow } from './batch-rows.ts'
import type { Reader, Transaction } from './database.ts'
import { joinQueue, leaveQueue, listLanes, listUnfinished, listWaiting, moveLane } from './queue.ts'

/** The last run for keys of a mode. */
interface LastRun {
  /** Unit: ms since 1970. */
  readonly atMs: number
  /** Whether it found no items. */
  readonly wasEmpty: boolean
}

/** Subject of the runs for keys of a mode. */
export function subjectOfRuns(mode: KeyMode): string {
  return `run ${mode}`
}

/** Absent: null, there was none. */
export async function findLastRun(reader: Reader, mode: KeyMode): Promise<LastRun | null> {
  const sql = 'SELECT at_ms, was_empty FROM runs WHERE mode = $1'
  const [row] = await reader.list<{ at_ms: number; was_empty: number }>(sql, mode)
  return row === undefined ? null : { atMs: row.at_ms, wasEmpty: row.was_empty === 1 }
}

/** Claims the items of a run if one is due, in a step on its runs. */
export async function claimDueRun(
  tx: Transaction,
  { mode, intervalMs, maxItems }: RunLimits,
  lease: Lease,
): Promise<ClaimedRun> {
  const [last, lanes] = await Promise.all([findLastRun(tx, mode), listLanes(tx, mode, maxItems)])
  const { atMs: lastMs, wasEmpty } = last ?? { atMs: null, wasEmpty: false }
  const hasItems = lanes.length > 0
  const dueMs = dueRunMs({ mode, lastMs, wasEmpty, hasItems, intervalMs }, lease.nowMs)
  if (dueMs === null) return { claims: [], aheadMs: null }
  await tx.run(
    `INSERT INTO runs (mode, at_ms, was_empty) VALUES ($1, $2, $3)
     ON CONFLICT (mode) DO UPDATE SET at_ms = excluded.at_ms, was_empty = excluded.was_empty`,
    mode,
    dueMs,
    Number(!hasItems),
  )
  const aheadMs = lastMs !== null && isFuture(lastMs, lease.nowMs) ? lastMs - lease.nowMs : null
  if (!hasItems) return { claims: [], aheadMs }
  // Their batches go on meanwhile: what is dealt is read when they can't.
  await tx.lock(lanes)
  return { claims: await claimItems(tx, mode, maxItems, lease), aheadMs }
}

async function claimItems(
  tx: Transaction,
  mode: KeyMode,
  maxItems: number,
  lease: Lease,
): Promise<readonly ClaimedItem[]> {
  const { shares, order, queue } = dealItems(await listWaiting(tx, mode, maxItems), maxItems)
  const found = await Promise.all(shares.map(({ id }) => findBatchRow(tx, id)))
  const rows = found.filter((row) => row !== null)
  for (const row of rows) await leaveQueue(tx, toWaiting(row))
  // What was dealt goes to the end. All others keep their turns: a run costs what it deals, however much waits.
  const dealt = new Map(rows.map((row) => [row.id, row]))
  const workspaces = new Set(rows.map(({ workspace_id }) => workspace_id))
  for (const { id: workspaceId, batches } of queue) {
    // Also if the batch that was dealt has ended: its workspace had its turn.
    if (workspaces.has(workspaceId)) await moveLane(tx, mode, workspaceId)
    for (const id of batches) {
      const row = dealt.get(id)
      if (row !== undefined) await joinQueue(tx, toWaiting(row))
    }
  }
  const counts = new Map(shares.map(({ id, count }) => [id, count]))
  const ranks = await rankClaims(tx, mode, rows, counts)
  await Promise.all(rows.map((row) => claimNextItems(tx, row, counts.get(row.id) ?? 0, lease)))
  const taken = new Map<string, number>()
  return order.flatMap((batchId) => {
    const row = dealt.get(batchId)
    if (row === undefined) return []
    const nth = taken.get(batchId) ?? 0
    taken.set(batchId, nth + 1)
    const rank = ranks.get(batchId)?.[nth] ?? 1
    return [{ batchId, index: row.claimed_count + nth, workspaceId: row.workspace_id, rank }]
  })
}

/** Ranks of the items that are claimed, by batch, among those of their workspace that are being worked on. */
async function rankClaims(
  tx: Transaction,
  mode: KeyMode,
  rows: readonly BatchRow[],
  counts: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const workspaces = [...new Set(rows.map(({ workspace_id }) => workspace_id))]
  const ranked = workspaces.map(async (workspaceId) => {
    const unfinished = new Map(rows.filter((row) => row.workspace_id === workspaceId).map(({ id }) => [id, 0]))
    for (const { id, unfinished: items } of await listUnfinished(tx, mode, workspaceId)) unfinished.set(id, items)
    return rankItems([...unfinished].map(([id, items]) => ({ id, unfinished: items, count: counts.get(id) ?? 0 })))
  })
  return new Map((await Promise.all(ranked)).flatMap((ranks) => Array.from(ranks)))
}

/** Claims the next items of a batch. The first claim starts the batch. */
async function claimNextItems(tx: Transaction, row: BatchRow, count: number, { nowMs, leaseMs }: Lease): Promise<void> {
  const from = row.claimed_count
  const batch = toBatch(row)
  await Promise.all([
    tx.run(
      'UPDATE items SET until_ms = $4 WHERE batch = $1 AND position >= $2 AND position < $3',
      row.row_id,
      from,
      from + count,
      nowMs + leaseMs,
    ),
    tx.run('UPDATE batches SET claimed_count = $2 WHERE row_id = $1', row.row_id, from + count),
    writeProgress(tx, row, { ...batch, progress: startBatch(batch.progress, nowMs) }),
  ])
}

function toWaiting({ id, workspace_id, mode }: BatchRow) {
  return { id, workspaceId: workspace_id, mode: mode }
}
