import { BATCH_RECORD_BYTES, WEBHOOK_RECORD_BYTES } from '../../../core/policy/index.ts'
import type { Retention } from '../batches.ts'
import type { Database } from './database.ts'

/** Batches that one step takes the results from, and records that it removes. Requests wait until the step ends. */
const PER_STEP = { results: 10, records: 100 }

/** Removes what is too old, inside a transaction. Returns how many batches lost their results, and whether more is left. */
export function forgetStep(
  database: Database,
  { resultsMs, recordsMs, idempotencyMs }: Retention,
  nowMs: number,
): { readonly batches: number; readonly isLast: boolean } {
  database.run('DELETE FROM idempotency WHERE used_at_ms < ?', nowMs - idempotencyMs)
  const old = database.list<{ place: number }>(
    `UPDATE batches SET has_results = 0, stored_bytes = ? + iif(webhook_url IS NULL, 0, ?) + octet_length(coalesce(metadata, ''))
         + (SELECT coalesce(sum(octet_length(reference)), 0) FROM batch_references WHERE batch = batches.place)
       WHERE place IN (
       SELECT place FROM batches WHERE has_results AND completed_at_ms < ? ORDER BY completed_at_ms LIMIT ?)
     RETURNING place`,
    BATCH_RECORD_BYTES,
    WEBHOOK_RECORD_BYTES,
    nowMs - resultsMs,
    PER_STEP.results,
  )
  for (const { place } of old) database.run('DELETE FROM results WHERE batch = ?', place)
  const removed = database.run(
    `DELETE FROM batches WHERE place IN (
       SELECT place FROM batches WHERE NOT has_results AND completed_at_ms < ? ORDER BY completed_at_ms LIMIT ?)`,
    nowMs - recordsMs,
    PER_STEP.records,
  )
  return { batches: old.length, isLast: old.length < PER_STEP.results && removed < PER_STEP.records }
}
