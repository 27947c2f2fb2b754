import { setImmediate as nextTurn } from 'node:timers/promises'
import { batchesOpen, unknownWorkspace, type ErasedWorkspace } from '../workspaces.ts'
import type { Database } from './database.ts'
import { removeWatches } from './forget-watches.ts'

/** Batches that one step removes. Requests wait until the step ends. */
const BATCHES_PER_STEP = 10

/** Start of the prefix of an erased key. No prefix of a key has a colon. */
export const ERASED_PREFIX = 'erased:'

/**
 * Marks a workspace as erased, and takes the names and hashes from it and its keys, in one step. Its rows stay, because
 * the ledger refers to them.
 *
 * Throws: `unknown_workspace`, `batches_open`.
 */
export function markErased(database: Database, id: string, nowMs: number): ErasedWorkspace {
  const open = 'SELECT 1 FROM batches WHERE workspace_id = ? AND completed_at_ms IS NULL LIMIT 1'
  if (database.list(open, id).length > 0) throw batchesOpen(id)
  const [erased] = database.list<{ erased_at_ms: number }>(
    `UPDATE workspaces SET name = '', plan = 'free', pay_as_you_go = 0, spending_cap = NULL, overrides = '{}',
       events_url = NULL, events_secret = NULL,
       erased_at_ms = coalesce(erased_at_ms, ?) WHERE id = ? RETURNING erased_at_ms`,
    nowMs,
    id,
  )
  if (erased === undefined) throw unknownWorkspace(id)
  database.run('UPDATE watches SET is_removed = 1, next_run_ms = NULL, batch_id = NULL WHERE workspace_id = ?', id)
  database.run(
    `UPDATE keys SET prefix = '${ERASED_PREFIX}' || place, hash = zeroblob(32), pepper = NULL, name = '',
       allowed_addresses = '[]', last_used_at_ms = NULL, revoked_at_ms = coalesce(revoked_at_ms, ?) WHERE workspace_id = ?`,
    nowMs,
    id,
  )
  return { id, erasedAtMs: erased.erased_at_ms }
}

/**
 * Removes what an erased workspace has, step by step, and then rewrites the file, so that nothing is left in its free
 * space. A call on a workspace of which a part is removed removes the rest.
 *
 * Rejects: `unavailable`, also when the disk has no room for a second copy of the file.
 */
export async function removeErased(database: Database, id: string): Promise<void> {
  while (database.transaction(() => removeBatches(database, id)) === BATCHES_PER_STEP) await nextTurn()
  while (database.transaction(() => removeWatches(database, id)) > 0) await nextTurn()
  database.transaction(() => {
    for (const table of ['idempotency', 'request_keys', 'answers', 'storage', 'reference_usage', 'events']) {
      database.run(`DELETE FROM ${table} WHERE workspace_id = ?`, id)
    }
    const start = `${JSON.stringify([id]).slice(0, -1)},`
    database.run('DELETE FROM statistics WHERE substr(name, 1, length(?1)) = ?1', start)
  })
  database.compact()
}

/** Removes some batches with their items, results and attempts, inside a transaction. */
function removeBatches(database: Database, workspaceId: string): number {
  const sql = 'SELECT place FROM batches WHERE workspace_id = ? LIMIT ?'
  const batches = database.list<{ place: number }>(sql, workspaceId, BATCHES_PER_STEP)
  for (const { place } of batches) {
    for (const table of ['items', 'results', 'attempts', 'batch_references'])
      database.run(`DELETE FROM ${table} WHERE batch = ?`, place)
    database.run('DELETE FROM batches WHERE place = ?', place)
  }
  return batches.length
}

/** Whether a workspace was erased. */
export function isErased(database: Database, id: string): boolean {
  return database.list('SELECT 1 FROM workspaces WHERE id = ? AND erased_at_ms IS NOT NULL', id).length > 0
}
