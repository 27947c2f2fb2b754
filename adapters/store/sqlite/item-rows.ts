import { CHARGE_KINDS } from '../../../core/contract/index.ts'
import { finishItem, startBatch } from '../../../core/policy/index.ts'
import type { Claim, ItemResult, Lease } from '../batches.ts'
import { StoreError } from '../store-error.ts'
import { addStored, findBatchRow, toBatch, writeProgress, type BatchRow } from './batch-rows.ts'
import type { Database } from './database.ts'
import type { SqliteLedger } from './ledger.ts'
import { insertResult } from './result-rows.ts'

/** Marks a tick as claimed. Returns false if it, or a later one, was claimed before. */
export function claimTick(database: Database, tick: number): boolean {
  const sql = 'INSERT INTO ticks (tick) SELECT ? WHERE ? > (SELECT coalesce(max(tick), -1) FROM ticks)'
  if (database.run(sql, tick, tick) === 0) return false
  database.run('DELETE FROM ticks WHERE tick < ?', tick)
  return true
}

/** Claims the next items of a batch. The first claim starts the batch. */
export function claimNextItems(
  database: Database,
  row: BatchRow,
  count: number,
  { nowMs, leaseMs }: Lease,
): readonly Claim[] {
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
  return Array.from({ length: count }, (_, offset) => ({ batchId: row.id, index: from + offset }))
}

/** Writes a result with its counters and its charge, inside a transaction. `packed`: its JSON as stored. */
export function writeResult(
  database: Database,
  ledger: SqliteLedger,
  result: ItemResult,
  packed: Buffer,
  nowMs: number,
): 'committed' | 'already_committed' {
  const { batchId, index, isOk, credits, reservation } = result
  const row = findBatchRow(database, batchId)
  if (row === null) return 'already_committed'
  const [item] = database.list<{ bytes: number }>(
    'DELETE FROM items WHERE batch = ? AND place = ? RETURNING octet_length(input) AS bytes',
    row.place,
    index,
  )
  if (item === undefined) return 'already_committed'
  insertResult(database, { batch: row.place, sequence: row.processed_count, item: index }, packed)
  addStored(database, row.place, packed.length - item.bytes)
  const batch = toBatch(row)
  writeProgress(database, row, { ...batch, progress: finishItem(batch.progress, { isOk, credits }, nowMs) })
  if (reservation === null || credits === 0) return 'committed'
  const charge = { chargeId: `${batchId}:${index}`, keyId: row.key_id, kind: CHARGE_KINDS[row.endpoint], credits }
  const outcome = ledger.write(reservation, charge)
  if (outcome instanceof StoreError) throw outcome
  return 'committed'
}

/** Ends every lease. The process that held them had this file open, and has ended. */
export function endLeases(database: Database): void {
  database.run('UPDATE items SET until_ms = 0 WHERE until_ms IS NOT NULL')
  database.run('UPDATE batches SET delivery_until_ms = 0 WHERE delivery_at_ms IS NOT NULL')
}
