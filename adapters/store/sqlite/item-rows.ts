import { recordOf } from '../../../core/contract/index.ts'
import { CLOCK_TOLERANCE_MS, finishItem, startBatch, type KeyMode } from '../../../core/policy/index.ts'
import { referenceOf, type Claim, type ClaimedItem, type ItemCommit, type Lease } from '../batches.ts'
import { StoreError } from '../store-error.ts'
import { addStored, findBatchRow, toBatch, writeProgress, type BatchRow } from './batch-rows.ts'
import type { Database } from './database.ts'
import type { SqliteLedger } from './ledger.ts'
import { addReference } from './reference-rows.ts'
import { insertResult } from './result-rows.ts'

/** Claims the next items of a batch. The first claim starts the batch. */
export function claimNextItems(
  database: Database,
  row: BatchRow,
  count: number,
  { nowMs, leaseMs }: Lease,
): readonly ClaimedItem[] {
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
  writeProgress(database, row, { ...batch, progress: startBatch(batch.progress, nowMs) })
  return Array.from({ length: count }, (_, offset) => ({
    batchId: row.id,
    index: from + offset,
    workspaceId: row.workspace_id,
  }))
}

/** Claims items whose lease has ended, or ends later than a new lease would, inside a transaction. */
export function reclaimItems(
  database: Database,
  mode: KeyMode,
  maxItems: number,
  { nowMs, leaseMs }: Lease,
): readonly ClaimedItem[] {
  const late = database.list<{ batch: number; place: number; id: string; workspace_id: string }>(
    `SELECT items.batch, items.place, batches.id, batches.workspace_id FROM items JOIN batches ON batches.place = items.batch
     WHERE kind = ? AND (until_ms <= ? OR until_ms > ?) ORDER BY until_ms LIMIT ?`,
    mode,
    nowMs,
    nowMs + leaseMs + CLOCK_TOLERANCE_MS,
    maxItems,
  )
  return late.map(({ batch, place, id, workspace_id: workspaceId }) => {
    const sql = 'UPDATE items SET until_ms = ? WHERE batch = ? AND place = ?'
    database.run(sql, nowMs + leaseMs, batch, place)
    return { batchId: id, index: place, workspaceId }
  })
}

/** Writes the deaths of an item, inside a transaction. */
export function writeDeaths(database: Database, { batchId, index }: Claim, deaths: number): void {
  const sql = 'UPDATE items SET deaths = ? WHERE place = ? AND batch = (SELECT place FROM batches WHERE id = ?)'
  database.run(sql, deaths, index, batchId)
}

/** Writes a result with its counters and its charge, inside a transaction. `packed`: its JSON as stored; null: it is not kept. */
export function writeResult(
  database: Database,
  ledger: SqliteLedger,
  result: ItemCommit,
  packed: Buffer | null,
  nowMs: number,
): 'committed' | 'already_committed' {
  const { batchId, index, isOk, credits, reservation } = result
  const row = findBatchRow(database, batchId)
  if (row === null) return 'already_committed'
  const sql = 'DELETE FROM items WHERE batch = ? AND place = ? RETURNING input'
  const [item] = database.list<{ input: string }>(sql, row.place, index)
  if (item === undefined) return 'already_committed'
  if (packed !== null) insertResult(database, { batch: row.place, sequence: row.processed_count, item: index }, packed)
  addStored(database, row.place, (packed?.length ?? 0) - Buffer.byteLength(item.input))
  const batch = toBatch(row)
  writeProgress(database, row, { ...batch, progress: finishItem(batch.progress, { isOk, credits }, nowMs) })
  if (reservation === null || credits === 0) return 'committed'
  const record = recordOf(row.endpoint)
  const outcome = ledger.write(reservation, { chargeId: `${batchId}:${index}`, keyId: row.key_id, record, credits })
  if (outcome instanceof StoreError) throw outcome
  const reference = referenceOf(item.input)
  if (outcome === 'charged' && reference !== null) addReference(database, reservation, { reference, record, credits })
  return 'committed'
}

/** Ends every lease. The process that held them had this file open, and has ended. */
export function endLeases(database: Database): void {
  database.run('UPDATE items SET until_ms = 0 WHERE until_ms IS NOT NULL')
  for (const table of ['batches', 'watch_events'])
    database.run(`UPDATE ${table} SET delivery_until_ms = 0 WHERE delivery_at_ms IS NOT NULL`)
}
