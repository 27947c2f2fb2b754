import { printAborted } from '../../../core/contract/index.ts'
import { IDEMPOTENCY_MS, stopBatch } from '../../../core/policy/index.ts'
import type { Batch, NewBatch, ResultRange } from '../batches.ts'
import { findBatchRow, toBatch, writeProgress } from './batch-rows.ts'
import type { Database } from './database.ts'

/** Results read at a time: of 1,000 with 30 kB each, not all are held at once. */
const RESULTS_AT_A_TIME = 50

export function createBatch(
  database: Database,
  batch: NewBatch,
): { readonly isNew: boolean; readonly batch: Batch } | 'idempotency_conflict' {
  return database.transaction(() => {
    const known = findByIdempotency(database, batch)
    if (known === 'idempotency_conflict') return known
    if (known !== null) return { isNew: false, batch: known }
    insertBatch(database, batch)
    const row = findBatchRow(database, batch.id)
    if (row === null) throw new Error(`The batch ${batch.id} was written, and is not there.`)
    return { isNew: true, batch: toBatch(row) }
  })
}

function findByIdempotency(
  database: Database,
  { workspaceId, idempotency, createdAtMs }: NewBatch,
): Batch | 'idempotency_conflict' | null {
  if (idempotency === null) return null
  const [used] = database.list<{ body_hash: string; batch_id: string }>(
    'SELECT body_hash, batch_id FROM idempotency WHERE workspace_id = ? AND key = ? AND used_at_ms > ?',
    workspaceId,
    idempotency.key,
    createdAtMs - IDEMPOTENCY_MS,
  )
  if (used === undefined) return null
  if (used.body_hash !== idempotency.bodyHash) return 'idempotency_conflict'
  const row = findBatchRow(database, used.batch_id)
  return row === null ? null : toBatch(row)
}

function insertBatch(database: Database, batch: NewBatch): void {
  const { inputs, idempotency, webhookUrl } = batch
  const [row] = database.list<{ place: number }>(
    `INSERT INTO batches (id, workspace_id, key_id, kind, endpoint, created_at_ms, sealed_secret, webhook_url,
       status, total_count, turn, delivery_status)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, (SELECT coalesce(max(turn), 0) + 1 FROM batches), ?)
     RETURNING place`,
    batch.id,
    batch.workspaceId,
    batch.keyId,
    batch.kind,
    batch.endpoint,
    batch.createdAtMs,
    batch.sealedSecret,
    webhookUrl,
    inputs.length,
    webhookUrl === null ? null : 'pending',
  )
  for (const [index, input] of inputs.entries()) {
    database.run('INSERT INTO items (batch, place, input) VALUES (?, ?, ?)', row?.place ?? 0, index, input)
  }
  if (idempotency === null) return
  database.run(
    'INSERT OR REPLACE INTO idempotency (workspace_id, key, body_hash, batch_id, used_at_ms) VALUES (?, ?, ?, ?, ?)',
    batch.workspaceId,
    idempotency.key,
    idempotency.bodyHash,
    batch.id,
    batch.createdAtMs,
  )
}

export async function* readResults(
  database: Database,
  batchId: string,
  { offset = 0, limit = Infinity }: ResultRange,
): AsyncGenerator<string> {
  const row = findBatchRow(database, batchId)
  if (row === null) return
  const end = Math.min(row.processed_count, offset + limit)
  for (let from = offset; from < end; from += RESULTS_AT_A_TIME) {
    const results = database.list<{ json: string }>(
      'SELECT json FROM results WHERE batch = ? AND sequence >= ? AND sequence < ? ORDER BY sequence',
      row.place,
      from,
      Math.min(end, from + RESULTS_AT_A_TIME),
    )
    for (const { json } of results) yield json
  }
}

export function stop(database: Database, batchId: string, nowMs: number): Batch | null {
  return database.transaction(() => {
    const row = findBatchRow(database, batchId)
    if (row === null) return null
    const batch = toBatch(row)
    const stopped = { ...batch, progress: stopBatch(batch.progress, nowMs) }
    if (stopped.progress === batch.progress) return batch
    const left = database.list<{ place: number; input: string }>(
      'SELECT place, input FROM items WHERE batch = ? ORDER BY place',
      row.place,
    )
    for (const [offset, { place, input }] of left.entries()) {
      database.run(
        'INSERT INTO results (batch, sequence, item, json) VALUES (?, ?, ?, ?)',
        row.place,
        row.processed_count + offset,
        place,
        printAborted(place, input),
      )
    }
    database.run('DELETE FROM items WHERE batch = ?', row.place)
    database.run('UPDATE batches SET turn = NULL WHERE place = ?', row.place)
    writeProgress(database, row.place, stopped)
    const written = findBatchRow(database, batchId)
    return written === null ? null : toBatch(written)
  })
}

export function listOverdue(database: Database, createdBeforeMs: number): string[] {
  const sql = 'SELECT id FROM batches WHERE completed_at_ms IS NULL AND created_at_ms < ? ORDER BY created_at_ms'
  return database.list<{ id: string }>(sql, createdBeforeMs).map(({ id }) => id)
}

export function forget(
  database: Database,
  { endedBeforeMs, usedBeforeMs }: { readonly endedBeforeMs: number; readonly usedBeforeMs: number },
): number {
  return database.transaction(() => {
    database.run('DELETE FROM idempotency WHERE used_at_ms < ?', usedBeforeMs)
    const old = database.list<{ place: number }>(
      'UPDATE batches SET has_results = 0 WHERE has_results AND completed_at_ms < ? RETURNING place',
      endedBeforeMs,
    )
    for (const { place } of old) database.run('DELETE FROM results WHERE batch = ?', place)
    return old.length
  })
}
