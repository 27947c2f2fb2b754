import { printAborted, recordOf } from '../../../core/contract/index.ts'
import { CLOCK_TOLERANCE_MS, finishItem, stopBatch, type KeyMode } from '../../../core/policy/index.ts'
import {
  RESULT_BYTES_PER_READ,
  referenceOf,
  type Batch,
  type Claim,
  type ClaimedItem,
  type ItemCommit,
  type Lease,
} from '../batches.ts'
import { unpackResult } from '../packed-result.ts'
import { addBatchBytes, findBatchRow, toBatch, writeProgress, type BatchRow } from './batch-rows.ts'
import { endReservation, writeCharge } from './charges.ts'
import type { Database, Reader, Transaction } from './database.ts'
import { leaveQueue } from './queue.ts'
import { addReference } from './references.ts'

/** Results whose sizes are read at the same time. */
const SIZES_PER_READ = 200

/** Claims items whose lease has ended, or ends later than a new lease would. */
export async function reclaimItems(
  tx: Transaction,
  mode: KeyMode,
  maxItems: number,
  { nowMs, leaseMs }: Lease,
): Promise<readonly ClaimedItem[]> {
  const late = await tx.list<{ batch: number; position: number; until_ms: number; id: string; workspace_id: string }>(
    `SELECT items.batch, items.position, until_ms, batches.id, batches.workspace_id
     FROM items JOIN batches ON batches.row_id = items.batch
     WHERE mode = $1 AND (until_ms <= $2 OR until_ms > $3) ORDER BY until_ms LIMIT $4`,
    mode,
    nowMs,
    nowMs + leaseMs + CLOCK_TOLERANCE_MS,
    maxItems,
  )
  const ranks = new Map<string, number>()
  const claims = late.map(async ({ batch, position, id, workspace_id: workspaceId }) => {
    const rank = (ranks.get(workspaceId) ?? 0) + 1
    ranks.set(workspaceId, rank)
    // It may get its result at this moment.
    const sql = 'UPDATE items SET until_ms = $3 WHERE batch = $1 AND position = $2'
    const count = await tx.run(sql, batch, position, nowMs + leaseMs)
    return count === 1 ? [{ batchId: id, index: position, workspaceId, rank }] : []
  })
  return (await Promise.all(claims)).flat()
}

/** Writes how often work on an item began and did not end. False: the item has its result, or its batch was stopped. */
export async function writeDeaths(tx: Transaction, { batchId, index }: Claim, deaths: number): Promise<boolean> {
  const sql = 'UPDATE items SET deaths = $3 WHERE position = $2 AND batch = (SELECT row_id FROM batches WHERE id = $1)'
  return (await tx.run(sql, batchId, index, deaths)) === 1
}

/**
 * Writes a result with its counters and its charge, and ends its reservation, in a step on its workspace. `packed`: its
 * JSON as stored; null: it is not kept.
 */
export async function writeResult(
  tx: Transaction,
  result: ItemCommit,
  packed: Buffer | null,
  nowMs: number,
): Promise<'committed' | 'already_committed'> {
  const { batchId, index, isOk, credits, reservation } = result
  const [row, [item]] = await Promise.all([
    findBatchRow(tx, batchId),
    tx.list<{ input: string }>(
      'DELETE FROM items WHERE batch = (SELECT row_id FROM batches WHERE id = $1) AND position = $2 RETURNING input',
      batchId,
      index,
    ),
    reservation === null ? null : endReservation(tx, reservation),
  ])
  if (row === null || item === undefined) return 'already_committed'
  const batch = toBatch(row)
  await Promise.all([
    packed === null ? null : insertResult(tx, row.row_id, row.processed_count, index, packed),
    addBatchBytes(tx, row, (packed?.length ?? 0) - Buffer.byteLength(item.input)),
    writeProgress(tx, row, { ...batch, progress: finishItem(batch.progress, { isOk, credits }, nowMs) }),
  ])
  if (reservation === null || credits === 0) return 'committed'
  const record = recordOf(row.endpoint)
  const charge = { chargeId: `${batchId}:${index}`, keyId: row.key_id, record, credits }
  const chargeRow = await writeCharge(tx, reservation, charge)
  const reference = referenceOf(item.input)
  if (chargeRow !== null && reference !== null) await addReference(tx, reservation, { reference, record, credits })
  return 'committed'
}

/** Ends a batch early: every item without a result gets `batch_aborted`. Absent: null, no batch has this id. */
export async function stopItems(tx: Transaction, batchId: string, nowMs: number): Promise<Batch | null> {
  const row = await findBatchRow(tx, batchId)
  if (row === null) return null
  const batch = toBatch(row)
  const stopped = { ...batch, progress: stopBatch(batch.progress, nowMs) }
  if (stopped.progress === batch.progress) return batch
  const { row_id: rowId, processed_count: first } = row
  const left = await tx.list<{ position: number; input: string }>(
    'DELETE FROM items WHERE batch = $1 RETURNING position, input',
    rowId,
  )
  const aborted = left
    .toSorted((a, b) => a.position - b.position)
    .map((item) => ({ item, result: Buffer.from(printAborted(item.position, item.input)) }))
  const bytes = aborted.reduce((sum, { item, result }) => sum + result.length - Buffer.byteLength(item.input), 0)
  await Promise.all([
    ...aborted.map(({ item, result }, offset) => insertResult(tx, rowId, first + offset, item.position, result)),
    addBatchBytes(tx, row, bytes),
    leaveQueue(tx, { id: row.id, workspaceId: row.workspace_id, mode: row.mode }),
    writeProgress(tx, row, stopped),
  ])
  const written = await findBatchRow(tx, batchId)
  return written === null ? null : toBatch(written)
}

async function insertResult(
  tx: Transaction,
  batch: number,
  sequence: number,
  item: number,
  body: Uint8Array,
): Promise<void> {
  const sql = 'INSERT INTO results (batch, sequence, item, body) VALUES ($1, $2, $3, $4)'
  await tx.run(sql, batch, sequence, item, body)
}

/** Results of a batch as JSON, from one sequence number to another, read by bytes. */
export async function* readResults(database: Database, { row_id: rowId }: BatchRow, from: number, end: number) {
  for (let next = from; next < end;) {
    const upTo = await findEnd(database, rowId, next, Math.min(end, next + SIZES_PER_READ))
    const results = await database.list<{ body: Uint8Array }>(
      'SELECT body FROM results WHERE batch = $1 AND sequence >= $2 AND sequence < $3 ORDER BY sequence',
      rowId,
      next,
      upTo,
    )
    for (const { body } of results) yield await unpackResult(body)
    next = upTo
  }
}

/** End of the results that are read next: those that begin within `RESULT_BYTES_PER_READ`. */
async function findEnd(reader: Reader, batch: number, from: number, end: number): Promise<number> {
  const sizes = await reader.list<{ bytes: number }>(
    `SELECT octet_length(body) AS bytes FROM results
     WHERE batch = $1 AND sequence >= $2 AND sequence < $3 ORDER BY sequence`,
    batch,
    from,
    end,
  )
  let total = 0
  const count = sizes.findIndex(({ bytes }) => (total += bytes) >= RESULT_BYTES_PER_READ)
  return count === -1 ? end : from + count + 1
}
