import { BATCH_RECORD_BYTES, WEBHOOK_RECORD_BYTES, type KeyMode } from '../../../core/policy/index.ts'
import type { Retention } from '../batches.ts'
import { forgetBucketKeys } from './bucket-keys.ts'
import type { Database, Transaction } from './database.ts'
import { addStored } from './storage.ts'

/** Batches that one step takes the results from, or whose records it removes. Requests wait until the step ends. */
const PER_STEP = { results: 10, records: 100, keys: 1000 }

/** A batch whose bytes are counted in those of its workspace. */
interface Counted {
  readonly row_id: number
  readonly id: string
  readonly workspace_id: string
  readonly mode: KeyMode
  readonly bytes: number
}

/** Removes what is too old. Returns how many batches lost their results. */
export async function forgetBatches(
  database: Database,
  { resultsMs, recordsMs, idempotencyMs }: Retention,
  nowMs: number,
): Promise<number> {
  const keys = `DELETE FROM creation_keys WHERE (workspace_id, name) IN (
    SELECT workspace_id, name FROM creation_keys WHERE used_at_ms < $1 ORDER BY used_at_ms LIMIT $2)`
  while ((await database.step('old keys', (tx) => tx.run(keys, nowMs - idempotencyMs, PER_STEP.keys))) > 0);
  const forgotten = await forgetInTurn(database, 1, nowMs - resultsMs, PER_STEP.results, forgetResults)
  await forgetInTurn(database, 0, nowMs - recordsMs, PER_STEP.records, forgetRecords)
  return forgotten
}

/** Forgets something of batches that ended before a time, in steps on their workspaces. Returns of how many. */
async function forgetInTurn(
  database: Database,
  hasResults: 0 | 1,
  beforeMs: number,
  perStep: number,
  forget: (tx: Transaction, rowIds: readonly number[]) => Promise<readonly Counted[]>,
): Promise<number> {
  const sql = `SELECT row_id, workspace_id FROM batches
    WHERE completed_at_ms IS NOT NULL AND has_results = ${hasResults} AND completed_at_ms < $1 ORDER BY completed_at_ms LIMIT $2`
  for (let forgotten = 0; ;) {
    const old = await database.list<{ row_id: number; workspace_id: string }>(sql, beforeMs, perStep)
    for (const workspaceId of new Set(old.map(({ workspace_id }) => workspace_id))) {
      const rowIds = old.filter(({ workspace_id }) => workspace_id === workspaceId).map(({ row_id: rowId }) => rowId)
      forgotten += await database.step(workspaceId, async (tx) => {
        const counted = await forget(tx, rowIds)
        for (const { workspace_id, mode, bytes } of counted) await addStored(tx, workspace_id, mode, -bytes)
        return counted.length
      })
    }
    if (old.length < perStep) return forgotten
  }
}

/** Removes results. What is left of a batch is its record. */
async function forgetResults(tx: Transaction, rowIds: readonly number[]): Promise<readonly Counted[]> {
  const forgotten = rowIds.map(async (rowId) => {
    const [batch] = await tx.list<Counted>(
      `SELECT row_id, id, workspace_id, mode, stored_bytes - (
         ${BATCH_RECORD_BYTES} + CASE WHEN webhook_url IS NULL THEN 0 ELSE ${WEBHOOK_RECORD_BYTES} END
         + CASE WHEN deliver IS NULL THEN 0 ELSE ${WEBHOOK_RECORD_BYTES} END
         + octet_length(coalesce(metadata, ''))
         + (SELECT coalesce(sum(octet_length(reference)), 0) FROM batch_references WHERE batch = batches.row_id)) AS bytes
       FROM batches WHERE row_id = $1 AND has_results = 1`,
      rowId,
    )
    if (batch === undefined) return []
    await tx.run('DELETE FROM results WHERE batch = $1', rowId)
    await forgetBucketKeys(tx, batch.id)
    const sql = 'UPDATE batches SET has_results = 0, stored_bytes = stored_bytes - $2 WHERE row_id = $1'
    await tx.run(sql, rowId, batch.bytes)
    return [batch]
  })
  return (await Promise.all(forgotten)).flat()
}

/** Removes batches with all that refers to them. */
export async function forgetRecords(tx: Transaction, rowIds: readonly number[]): Promise<readonly Counted[]> {
  const removed = rowIds.map(async (rowId) => {
    const [batch] = await tx.list<Counted>(
      'DELETE FROM batches WHERE row_id = $1 RETURNING row_id, id, workspace_id, mode, stored_bytes AS bytes',
      rowId,
    )
    if (batch === undefined) return []
    const tables = ['items', 'results', 'batch_references'] as const
    await Promise.all([
      ...tables.map((table) => tx.run(`DELETE FROM ${table} WHERE batch = $1`, rowId)),
      tx.run('DELETE FROM attempts WHERE batch_id = $1', batch.id),
      tx.run(`DELETE FROM outbox WHERE type IN ('batch', 'bucket') AND id = $1`, batch.id),
    ])
    return [batch]
  })
  return (await Promise.all(removed)).flat()
}
