import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  batchesOpen,
  sumErased,
  unknownWorkspace,
  type ErasedCounts,
  type ErasedPart,
  type ErasedWorkspace,
} from '../workspaces.ts'
import type { Database } from './database.ts'
import { removeWatches } from './forget-watches.ts'

/** Batches that one step removes. Requests wait until the step ends. */
const BATCHES_PER_STEP = 10

/** Start of the prefix of an erased key. No prefix of a key has a colon. */
export const ERASED_PREFIX = 'erased:'

/**
 * Tables with rows of workspaces, by their column `workspace_id`, and the part of the report that their rows count as;
 * null: they do not count. A new table belongs here, or in `KEPT_TABLES`: a test asks for it.
 */
export const ERASED_TABLES: Readonly<Record<string, ErasedPart | null>> = {
  // Before their keys, which would take them along uncounted.
  answers: 'answers',
  idempotency: 'idempotencyKeys',
  request_keys: 'idempotencyKeys',
  storage: null,
  lanes: null,
  reference_usage: 'references',
  events: 'events',
  request_log: 'requests',
  members: 'members',
}

/** Tables with rows of batches, by their column `batch`. They go with their batches. */
export const BATCH_TABLES: readonly string[] = ['items', 'results', 'attempts', 'batch_references']

/** Tables with rows of workspaces that stay, or that other steps remove, and why. */
export const KEPT_TABLES: Readonly<Record<string, string>> = {
  batches: 'removed some at a time, with their items and results',
  watches: 'removed some rows at a time, with what they have seen',
  watch_events: 'as watches',
  keys: 'the ledger refers to them; their names, hashes and addresses are removed',
  ledger: 'the books: ids, record, credits and times',
  usage: 'the books, as sums',
  audit: 'commands of operators, with ids, and without names or addresses of customers',
  audit_outcomes: 'as audit',
}

/**
 * Marks a workspace as erased, and takes the names and hashes from it and its keys, in one step. Its rows stay, because
 * the ledger refers to them.
 *
 * Throws: `unknown_workspace`, `batches_open`.
 */
export function markErased(
  database: Database,
  id: string,
  nowMs: number,
): { readonly erasedAtMs: number; readonly keys: number } {
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
  const keys = database.run(
    `UPDATE keys SET prefix = '${ERASED_PREFIX}' || place, hash = zeroblob(32), pepper = NULL, name = '',
       allowed_addresses = '[]', last_used_at_ms = NULL, revoked_at_ms = coalesce(revoked_at_ms, ?)
     WHERE workspace_id = ? AND prefix NOT LIKE '${ERASED_PREFIX}%'`,
    nowMs,
    id,
  )
  return { erasedAtMs: erased.erased_at_ms, keys }
}

/**
 * Removes what an erased workspace has, step by step, and then rewrites the file, so that nothing is left in its free
 * space. A call on a workspace of which a part is removed removes the rest.
 *
 * Rejects: `unavailable`, also when the disk has no room for a second copy of the file.
 */
export async function removeErased(database: Database, id: string): Promise<ErasedCounts> {
  const counts: Partial<ErasedCounts>[] = []
  for (let batches = BATCHES_PER_STEP; batches === BATCHES_PER_STEP; await nextTurn()) {
    batches = database.transaction(() => removeBatches(database, id))
    counts.push({ batches })
  }
  const [watched] = database.list<{ watches: number }>(
    'SELECT count(*) watches FROM watches WHERE workspace_id = ?',
    id,
  )
  counts.push({ watches: watched?.watches ?? 0 })
  while (database.transaction(() => removeWatches(database, id)) > 0) await nextTurn()
  database.transaction(() => {
    for (const [table, part] of Object.entries(ERASED_TABLES)) {
      const rows = database.run(`DELETE FROM ${table} WHERE workspace_id = ?`, id)
      if (part !== null) counts.push({ [part]: rows })
    }
    const start = `${JSON.stringify([id]).slice(0, -1)},`
    counts.push({ statistics: database.run('DELETE FROM statistics WHERE substr(name, 1, length(?1)) = ?1', start) })
  })
  database.compact()
  return sumErased(counts)
}

/** What is left of an erased workspace in the books. */
export function readKept(database: Database, id: string): ErasedWorkspace['kept'] {
  const sql =
    'SELECT coalesce(sum(charges), 0) charges, coalesce(sum(credits), 0) credits FROM usage WHERE workspace_id = ?'
  const [kept] = database.list<ErasedWorkspace['kept']>(sql, id)
  return { charges: kept?.charges ?? 0, credits: kept?.credits ?? 0 }
}

/** Removes some batches with their items, results and attempts, inside a transaction. */
function removeBatches(database: Database, workspaceId: string): number {
  const sql = 'SELECT place FROM batches WHERE workspace_id = ? LIMIT ?'
  const batches = database.list<{ place: number }>(sql, workspaceId, BATCHES_PER_STEP)
  for (const { place } of batches) {
    for (const table of BATCH_TABLES) database.run(`DELETE FROM ${table} WHERE batch = ?`, place)
    database.run('DELETE FROM batches WHERE place = ?', place)
  }
  return batches.length
}

/** Whether a workspace was erased. */
export function isErased(database: Database, id: string): boolean {
  return database.list('SELECT 1 FROM workspaces WHERE id = ? AND erased_at_ms IS NOT NULL', id).length > 0
}
