import {
  batchesOpen,
  sumErased,
  unknownWorkspace,
  type ErasedCounts,
  type ErasedPart,
  type ErasedWorkspace,
} from '../workspaces.ts'
import type { Database, Reader, Transaction } from './database.ts'
import { forgetRecords } from './forget-batches.ts'
import { removeWatches } from './forget-watches.ts'
import { ERASED_PREFIX, KEYS_TOPIC } from './keys.ts'
import { PEOPLE_SUBJECT } from './people.ts'
import { REQUEST_LOG_SUBJECT } from './request-log.ts'
import { STATISTICS_SUBJECT } from './statistics.ts'
import { WORKSPACES_TOPIC } from './workspaces.ts'

/** Batches that one step removes. Requests wait until the step ends. */
const BATCHES_PER_STEP = 10

/**
 * Tables with rows of workspaces, by their column `workspace_id`, and the part of the report that their rows count as;
 * null: they do not count. A new table belongs here, or in `KEPT_TABLES`: a test asks for it.
 */
export const ERASED_TABLES: Readonly<Record<string, ErasedPart | null>> = {
  creation_keys: 'idempotencyKeys',
  request_keys: 'idempotencyKeys',
  storage: null,
  lanes: null,
  bucket_keys: null,
  reservations: null,
  reference_usage: 'references',
  outbox: 'events',
}

/** Tables with rows of batches, by their column `batch`. They go with their batches. */
export const BATCH_TABLES: readonly string[] = ['items', 'results', 'batch_references']

/** Tables with rows of workspaces that stay, or that other steps remove, and why. */
export const KEPT_TABLES: Readonly<Record<string, string>> = {
  batches: 'removed some at a time, with their items and results',
  schedules: 'removed in the first step, so that no run begins',
  watches: 'removed some rows at a time, with what they have seen',
  people: 'removed with their sessions',
  request_log: 'removed in a step on the log',
  keys: 'the ledger refers to them; their names, hashes and addresses are removed',
  ledger: 'the books: ids, record, credits and times',
  unanswered: 'the books: what is charged is decided by their answers',
  usage: 'the books, as sums',
  accounts: 'the books, as sums',
  audit: 'commands of operators, with ids, and without names or addresses of customers',
  audit_outcomes: 'as audit',
}

/**
 * Erases a workspace, step by step. If an earlier call was interrupted, removes the rest.
 *
 * Rejects: `unknown_workspace`, `batches_open`; `unavailable`, also when there is no room to compact the data.
 */
export async function eraseWorkspace(
  database: Database,
  id: string,
  nowMs: number,
  compact: () => Promise<void>,
): Promise<ErasedWorkspace> {
  const { erasedAtMs, keys } = await database.step(id, (tx) => markErased(tx, id, nowMs))
  const removed = await removeErased(database, id)
  await compact()
  return { id, erasedAtMs, removed: sumErased([{ keys }, ...removed]), kept: await readKept(database, id) }
}

/** Marks a workspace as erased, and takes the names and hashes from it and its keys. Its rows stay, because the ledger refers to them. */
async function markErased(
  tx: Transaction,
  id: string,
  nowMs: number,
): Promise<{ readonly erasedAtMs: number; readonly keys: number }> {
  const open = 'SELECT 1 AS found FROM batches WHERE workspace_id = $1 AND completed_at_ms IS NULL LIMIT 1'
  if ((await tx.list(open, id)).length > 0) throw batchesOpen(id)
  const [erased] = await tx.list<{ erased_at_ms: number }>(
    `UPDATE workspaces SET name = '', plan = 'free', pay_as_you_go = 0, spending_cap = NULL, overrides = '{}',
       events_url = NULL, events_secret = NULL,
       erased_at_ms = coalesce(erased_at_ms, $2) WHERE id = $1 RETURNING erased_at_ms`,
    id,
    nowMs,
  )
  if (erased === undefined) throw unknownWorkspace(id)
  await tx.run('DELETE FROM schedules WHERE workspace_id = $1', id)
  await tx.run('UPDATE watches SET is_removed = 1, next_run_ms = NULL, batch_id = NULL WHERE workspace_id = $1', id)
  const keys = await tx.run(
    `UPDATE keys SET prefix = '${ERASED_PREFIX}' || row_id, hash = $3, pepper = $3, name = '', allowed_addresses = '[]',
       last_used_at_ms = NULL, revoked_at_ms = coalesce(revoked_at_ms, $2)
     WHERE workspace_id = $1 AND prefix NOT LIKE '${ERASED_PREFIX}%'`,
    id,
    nowMs,
    Buffer.alloc(32),
  )
  await Promise.all([tx.announce(WORKSPACES_TOPIC), tx.announce(KEYS_TOPIC)])
  return { erasedAtMs: erased.erased_at_ms, keys }
}

async function removeErased(database: Database, id: string): Promise<readonly Partial<ErasedCounts>[]> {
  const counts: Partial<ErasedCounts>[] = []
  for (let batches = BATCHES_PER_STEP; batches === BATCHES_PER_STEP;) {
    batches = await database.step(id, (tx) => removeBatches(tx, id))
    counts.push({ batches })
  }
  const [watched] = await database.list<{ watches: number }>(
    'SELECT count(*) AS watches FROM watches WHERE workspace_id = $1',
    id,
  )
  counts.push({ watches: watched?.watches ?? 0 })
  while ((await database.step(id, (tx) => removeWatches(tx, id))) > 0);
  counts.push(...(await database.step(id, (tx) => removeRows(tx, id))))
  const members = await database.step(PEOPLE_SUBJECT, (tx) => removePeople(tx, id))
  const requests = await database.step(REQUEST_LOG_SUBJECT, (tx) =>
    tx.run('DELETE FROM request_log WHERE workspace_id = $1', id),
  )
  // Names of statistics are lists, and begin with the workspace.
  const start = `${JSON.stringify([id]).slice(0, -1)},`
  const statistics = await database.step(STATISTICS_SUBJECT, (tx) =>
    tx.run('DELETE FROM statistics WHERE substr(name, 1, $2) = $1', start, start.length),
  )
  return [...counts, { members, requests, statistics }]
}

async function removeBatches(tx: Transaction, workspaceId: string): Promise<number> {
  const sql = 'SELECT row_id FROM batches WHERE workspace_id = $1 LIMIT $2'
  const batches = await tx.list<{ row_id: number }>(sql, workspaceId, BATCHES_PER_STEP)
  return (
    await forgetRecords(
      tx,
      batches.map(({ row_id: rowId }) => rowId),
    )
  ).length
}

async function removeRows(tx: Transaction, id: string): Promise<readonly Partial<ErasedCounts>[]> {
  const [answered] = await tx.list<{ answers: number }>(
    'SELECT count(answer) AS answers FROM request_keys WHERE workspace_id = $1',
    id,
  )
  const counts: Partial<ErasedCounts>[] = [{ answers: answered?.answers ?? 0 }]
  for (const [table, part] of Object.entries(ERASED_TABLES)) {
    const rows = await tx.run(`DELETE FROM ${table} WHERE workspace_id = $1`, id)
    if (part !== null) counts.push({ [part]: rows })
  }
  return counts
}

async function removePeople(tx: Transaction, id: string): Promise<number> {
  await tx.run(
    `DELETE FROM person_sessions WHERE (door, person) IN (SELECT door, name FROM people WHERE workspace_id = $1)`,
    id,
  )
  return tx.run('DELETE FROM people WHERE workspace_id = $1', id)
}

/** What is left of an erased workspace in the books. */
async function readKept(reader: Reader, id: string): Promise<ErasedWorkspace['kept']> {
  const [kept] = await reader.list<ErasedWorkspace['kept']>(
    `SELECT coalesce(sum(charges), 0) AS charges, coalesce(sum(credits), 0) AS credits FROM usage WHERE workspace_id = $1`,
    id,
  )
  return { charges: kept?.charges ?? 0, credits: kept?.credits ?? 0 }
}
