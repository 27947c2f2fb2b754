import { IDEMPOTENCY_MS, MAX_REPLAYS, MAX_UNPAID_KEYS } from '../../../core/policy/index.ts'
import {
  batchKeyOf,
  chargeIdOf,
  digestOf,
  keyNameOf,
  type KeyClaim,
  type KeyedRequest,
  type KeyRefusal,
} from '../idempotency.ts'
import type { Database } from './database.ts'

/** Keys that each claim removes, of those that have expired or are too many. More than one, so that they are removed faster than keys arrive. */
const REMOVED_PER_CLAIM = 2

interface KeyRow {
  readonly digest: string
  readonly charge_id: string
  readonly replays: number
}

/**
 * Claims an idempotency key, inside a transaction. A charge that was voided does not count: its key gets a new one.
 * A request of a sandbox key has no charge, so that its stored answer alone makes a replay.
 */
export function claimKey(database: Database, request: KeyedRequest, nowMs: number): KeyClaim | KeyRefusal {
  const { workspaceId } = request
  const name = keyNameOf(request)
  removeExpired(database, nowMs, REMOVED_PER_CLAIM)
  const known = findKey(database, request, nowMs)
  if (known !== null && known.digest !== digestOf(request)) return 'idempotency_conflict'
  if (known === null && isOfBatch(database, request, nowMs)) return 'idempotency_conflict'
  const charge = findCharge(database, workspaceId, known?.charge_id ?? '')
  const answer = charge?.is_void === 1 ? null : findAnswer(database, request)
  if (known !== null && charge === null) return { chargeId: known.charge_id, chargedAtMs: null, answer }
  if (known !== null && charge?.is_void === 0) {
    if (answer !== null) return { chargeId: known.charge_id, chargedAtMs: charge.at_ms, answer }
    if (known.replays >= MAX_REPLAYS) return 'too_many_replays'
    const sql = 'UPDATE request_keys SET replays = replays + 1 WHERE workspace_id = ? AND name = ?'
    database.run(sql, workspaceId, name)
    return { chargeId: known.charge_id, chargedAtMs: charge.at_ms, answer }
  }
  // The answer of an earlier charge goes with its row.
  database.run('DELETE FROM request_keys WHERE workspace_id = ? AND name = ?', workspaceId, name)
  const chargeId = chargeIdOf(request, nowMs)
  database.run(
    'INSERT INTO request_keys (workspace_id, name, mode, digest, charge_id, claimed_at_ms) VALUES (?, ?, ?, ?, ?, ?)',
    workspaceId,
    name,
    request.mode,
    digestOf(request),
    chargeId,
    nowMs,
  )
  removeUnpaid(database, request)
  return { chargeId, chargedAtMs: null, answer: null }
}

/** Stores the answer to a claimed request, inside a transaction. The first one stays. */
export function keepAnswer(database: Database, request: KeyedRequest, answer: Uint8Array): void {
  database.run(
    `INSERT OR IGNORE INTO answers (workspace_id, name, kind, form, answer)
     SELECT workspace_id, name, ?, ?, ? FROM request_keys WHERE workspace_id = ? AND name = ?`,
    request.mode,
    request.form ?? '',
    answer,
    request.workspaceId,
    keyNameOf(request),
  )
}

/** Removes keys that have expired, and their answers. Returns how many. */
export function removeExpired(database: Database, nowMs: number, most: number): number {
  const removed = database.list(
    `DELETE FROM request_keys WHERE (workspace_id, name) IN (
       SELECT workspace_id, name FROM request_keys WHERE claimed_at_ms <= ? ORDER BY claimed_at_ms LIMIT ?)
     RETURNING 1`,
    nowMs - IDEMPOTENCY_MS,
    most,
  )
  return removed.length
}

/** Whether a key is that of a paid request: it creates no batch then. */
export function isOfRequest(database: Database, workspaceId: string, name: string, nowMs: number): boolean {
  const sql = 'SELECT 1 FROM request_keys WHERE workspace_id = ? AND name = ? AND claimed_at_ms > ?'
  return database.list(sql, workspaceId, name, nowMs - IDEMPOTENCY_MS).length > 0
}

function isOfBatch(database: Database, { workspaceId, mode, key }: KeyedRequest, nowMs: number): boolean {
  const sql = 'SELECT 1 FROM idempotency WHERE workspace_id = ? AND key = ? AND used_at_ms > ?'
  return database.list(sql, workspaceId, batchKeyOf(mode, key), nowMs - IDEMPOTENCY_MS).length > 0
}

function findAnswer(database: Database, request: KeyedRequest): Uint8Array | null {
  const [found] = database.list<{ answer: Uint8Array }>(
    'SELECT answer FROM answers WHERE workspace_id = ? AND name = ? AND form = ?',
    request.workspaceId,
    keyNameOf(request),
    request.form ?? '',
  )
  return found?.answer ?? null
}

/** Whether the key of a request was used with other parameters. */
export function isConflict(database: Database, request: KeyedRequest, nowMs: number): boolean {
  const known = findKey(database, request, nowMs)
  return known !== null && known.digest !== digestOf(request)
}

function findKey(database: Database, request: KeyedRequest, nowMs: number): KeyRow | null {
  const [known] = database.list<KeyRow>(
    'SELECT digest, charge_id, replays FROM request_keys WHERE workspace_id = ? AND name = ? AND claimed_at_ms > ?',
    request.workspaceId,
    keyNameOf(request),
    nowMs - IDEMPOTENCY_MS,
  )
  return known ?? null
}

function findCharge(
  database: Database,
  workspaceId: string,
  chargeId: string,
): { readonly at_ms: number; readonly is_void: number } | null {
  const [charge] = database.list<{ at_ms: number; is_void: number }>(
    `SELECT at_ms, EXISTS (SELECT 1 FROM voids WHERE charge = place) AS is_void
     FROM ledger WHERE workspace_id = ? AND charge_id = ?`,
    workspaceId,
    chargeId,
  )
  return charge ?? null
}

/** Removes the oldest keys beyond `MAX_UNPAID_KEYS`. Whether a key was charged is only looked up then, and noted: charges cost nothing more. */
function removeUnpaid(database: Database, { workspaceId, mode }: KeyedRequest): void {
  const oldest = database.list<{ name: string; charge_id: string }>(
    `SELECT name, charge_id FROM request_keys WHERE workspace_id = ?1 AND mode = ?2 AND NOT is_paid
     ORDER BY claimed_at_ms DESC LIMIT ?4 OFFSET ?3`,
    workspaceId,
    mode,
    MAX_UNPAID_KEYS,
    REMOVED_PER_CLAIM,
  )
  for (const { name, charge_id } of oldest) {
    const isPaid = findCharge(database, workspaceId, charge_id)?.is_void === 0
    const sql = isPaid
      ? 'UPDATE request_keys SET is_paid = 1 WHERE workspace_id = ? AND name = ?'
      : 'DELETE FROM request_keys WHERE workspace_id = ? AND name = ?'
    database.run(sql, workspaceId, name)
  }
}
