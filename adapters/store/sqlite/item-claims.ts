import { dealItems, finishItem, startBatch } from '../../../core/policy/index.ts'
import type { Claim, Item, ItemResult, Lease, Run } from '../batches.ts'
import { StoreError } from '../store-error.ts'
import { findBatchRow, toBatch, writeProgress, type BatchRow } from './batch-rows.ts'
import type { Database } from './database.ts'
import type { Ledger } from './ledger.ts'

export function claimRun(database: Database, { tick, most }: Run, { nowMs, leaseMs }: Lease): Claim[] {
  return database.transaction(() => {
    if (!takeTick(database, tick)) return []
    const rows = database.list<BatchRow>('SELECT * FROM batches WHERE turn IS NOT NULL ORDER BY turn')
    const byId = new Map(rows.map((row) => [row.id, row]))
    const waiting = rows.map((row) => ({ id: row.id, itemsLeft: row.total_count - row.claimed_count }))
    const { shares, queue } = dealItems(waiting, most)
    const claims = shares.flatMap(({ id, count }) => claimNext(database, byId.get(id), count, { nowMs, leaseMs }))
    for (const { id } of shares) database.run('UPDATE batches SET turn = NULL WHERE id = ?', id)
    for (const [turn, id] of queue.entries()) database.run('UPDATE batches SET turn = ? WHERE id = ?', turn, id)
    return claims
  })
}

/** Whether nobody has taken this tick, or a later one. */
function takeTick(database: Database, tick: number): boolean {
  const sql = 'INSERT INTO ticks (tick) SELECT ? WHERE ? > (SELECT coalesce(max(tick), -1) FROM ticks)'
  if (database.run(sql, tick, tick) === 0) return false
  database.run('DELETE FROM ticks WHERE tick < ?', tick)
  return true
}

function claimNext(
  database: Database,
  row: BatchRow | undefined,
  count: number,
  { nowMs, leaseMs }: Lease,
): readonly Claim[] {
  if (row === undefined) return []
  const from = row.claimed_count
  database.run(
    'UPDATE items SET until_ms = ? WHERE batch = ? AND place >= ? AND place < ?',
    nowMs + leaseMs,
    row.place,
    from,
    from + count,
  )
  database.run('UPDATE batches SET claimed_count = ? WHERE place = ?', from + count, row.place)
  const batch = toBatch(row)
  writeProgress(database, row.place, { ...batch, progress: startBatch(batch.progress, nowMs) })
  return Array.from({ length: count }, (_, offset) => ({ batchId: row.id, index: from + offset }))
}

export function reclaim(database: Database, most: number, { nowMs, leaseMs }: Lease): Claim[] {
  return database.transaction(() => {
    const late = database.list<{ batch: number; place: number; id: string }>(
      `SELECT items.batch, items.place, batches.id FROM items JOIN batches ON batches.place = items.batch
       WHERE until_ms <= ? ORDER BY until_ms LIMIT ?`,
      nowMs,
      most,
    )
    return late.map(({ batch, place, id }) => {
      database.run('UPDATE items SET until_ms = ? WHERE batch = ? AND place = ?', nowMs + leaseMs, batch, place)
      return { batchId: id, index: place }
    })
  })
}

export function findItem(database: Database, { batchId, index }: Claim): Item | null {
  const [row] = database.list<Pick<BatchRow, 'workspace_id' | 'key_id' | 'kind' | 'endpoint'> & { input: string }>(
    `SELECT workspace_id, key_id, kind, endpoint, input FROM items JOIN batches ON batches.place = items.batch
     WHERE id = ? AND items.place = ?`,
    batchId,
    index,
  )
  if (row === undefined) return null
  return {
    workspaceId: row.workspace_id,
    keyId: row.key_id,
    kind: row.kind,
    endpoint: row.endpoint,
    input: row.input,
  }
}

/** Writes what an item has led to, inside of a transaction. */
export function writeResult(
  database: Database,
  ledger: Ledger,
  result: ItemResult,
  nowMs: number,
): 'committed' | 'already_committed' {
  const { batchId, index, isOk, credits, json, reservation } = result
  const row = findBatchRow(database, batchId)
  if (row === null) return 'already_committed'
  if (database.run('DELETE FROM items WHERE batch = ? AND place = ?', row.place, index) === 0)
    return 'already_committed'
  database.run(
    'INSERT INTO results (batch, sequence, item, json) VALUES (?, ?, ?, ?)',
    row.place,
    row.processed_count,
    index,
    json,
  )
  const batch = toBatch(row)
  writeProgress(database, row.place, { ...batch, progress: finishItem(batch.progress, { isOk, credits }, nowMs) })
  if (reservation === null || credits === 0) return 'committed'
  const kind = row.endpoint === 'market.product' ? 'product' : 'search'
  const charge = { chargeId: `${batchId}:${index}`, keyId: row.key_id, kind, credits } as const
  const outcome = ledger.write(reservation, charge)
  if (outcome instanceof StoreError) throw outcome
  return 'committed'
}

/** What this file's last process had claimed is nobody's any more. */
export function endAllLeases(database: Database): void {
  database.run('UPDATE items SET until_ms = 0 WHERE until_ms IS NOT NULL')
  database.run('UPDATE batches SET delivery_until_ms = 0 WHERE delivery_at_ms IS NOT NULL')
}
