import { IDEMPOTENCY_MS, MAX_REPLAYS } from '../../../core/policy/index.ts'
import { chargeIdOf, digestOf, type KeyClaim, type KeyedRequest, type KeyRefusal } from '../idempotency.ts'
import type { Database } from './database.ts'

/** Expired keys that each claim removes. More than one, so that they are removed faster than keys arrive. */
const REMOVED_PER_CLAIM = 2

interface KeyRow {
  readonly digest: string
  readonly charge_id: string
  readonly replays: number
}

/** Claims an idempotency key, inside a transaction. A charge that was voided does not count: its key gets a new one. */
export function claimKey(database: Database, request: KeyedRequest, nowMs: number): KeyClaim | KeyRefusal {
  const { workspaceId } = request
  const name = `${request.mode}:${request.key}`
  database.run(
    `DELETE FROM request_keys WHERE (workspace_id, name) IN (
       SELECT workspace_id, name FROM request_keys WHERE claimed_at_ms <= ? ORDER BY claimed_at_ms LIMIT ?)`,
    nowMs - IDEMPOTENCY_MS,
    REMOVED_PER_CLAIM,
  )
  const [known] = database.list<KeyRow>(
    'SELECT digest, charge_id, replays FROM request_keys WHERE workspace_id = ? AND name = ? AND claimed_at_ms > ?',
    workspaceId,
    name,
    nowMs - IDEMPOTENCY_MS,
  )
  if (known !== undefined && known.digest !== digestOf(request)) return 'idempotency_conflict'
  const [charge] = database.list<{ at_ms: number; is_void: number }>(
    `SELECT at_ms, EXISTS (SELECT 1 FROM voids WHERE charge = place) AS is_void
     FROM ledger WHERE workspace_id = ? AND charge_id = ?`,
    workspaceId,
    known?.charge_id ?? '',
  )
  if (known !== undefined && charge === undefined) return { chargeId: known.charge_id, chargedAtMs: null }
  if (known !== undefined && charge?.is_void === 0) {
    if (known.replays >= MAX_REPLAYS) return 'too_many_replays'
    const sql = 'UPDATE request_keys SET replays = replays + 1 WHERE workspace_id = ? AND name = ?'
    database.run(sql, workspaceId, name)
    return { chargeId: known.charge_id, chargedAtMs: charge.at_ms }
  }
  const chargeId = chargeIdOf(request, nowMs)
  database.run(
    'INSERT OR REPLACE INTO request_keys (workspace_id, name, digest, charge_id, claimed_at_ms) VALUES (?, ?, ?, ?, ?)',
    workspaceId,
    name,
    digestOf(request),
    chargeId,
    nowMs,
  )
  return { chargeId, chargedAtMs: null }
}
