import { IDEMPOTENCY_MS, MAX_REPLAYS, MAX_UNPAID_KEYS, type KeyMode } from '../../../core/policy/index.ts'
import { chargeIdOf, digestOf, keyNameOf, type KeyClaim, type KeyedRequest, type KeyRefusal } from '../idempotency.ts'
import { hasCreated } from './creation-keys.ts'
import type { Database, Reader, Transaction } from './database.ts'
import { addStored } from './storage.ts'

/** Keys that each claim removes, of those that are too many. More than one, so that they are removed faster than keys arrive. */
const REMOVED_PER_CLAIM = 2
/** Keys that one step removes. */
const KEYS_PER_STEP = 100

interface KeyRow {
  readonly digest: string
  readonly charge_id: string
  readonly replays: number
  readonly claimed_at_ms: number
  readonly process: string | null
  readonly form: string | null
  readonly answer: Uint8Array | null
  /** Of its charge. null: there is none. */
  readonly at_ms: number | null
  readonly is_void: number
}

/**
 * Claims an idempotency key, in a step on its workspace. A charge that was voided does not count: its key gets a new one.
 * A request of a sandbox key has no charge, so that its stored answer alone makes a replay.
 */
export async function claimKey(
  tx: Transaction,
  request: KeyedRequest,
  nowMs: number,
  process: string,
): Promise<KeyClaim | KeyRefusal | 'in_use'> {
  const row = await findKey(tx, request)
  const known = row !== null && row.claimed_at_ms > nowMs - IDEMPOTENCY_MS ? row : null
  if (known !== null && known.digest !== digestOf(request)) return 'idempotency_conflict'
  if (known === null && (await hasCreated(tx, request, nowMs))) return 'idempotency_conflict'
  if (known !== null && known.process !== null && known.process !== process) return 'in_use'
  if (known !== null && known.is_void === 0) {
    const answer = known.form === (request.form ?? '') ? known.answer : null
    const isReplay = known.at_ms !== null && answer === null
    if (isReplay && known.replays >= MAX_REPLAYS) return 'too_many_replays'
    await tx.run(
      'UPDATE request_keys SET process = $3, replays = replays + $4 WHERE workspace_id = $1 AND name = $2',
      request.workspaceId,
      keyNameOf(request),
      process,
      Number(isReplay),
    )
    return { chargeId: known.charge_id, chargedAtMs: known.at_ms, answer }
  }
  const chargeId = chargeIdOf(request, nowMs)
  // The answer of an earlier charge goes with it.
  await addStored(tx, request.workspaceId, request.mode, -(row?.answer?.length ?? 0))
  await tx.run(
    `INSERT INTO request_keys (workspace_id, name, mode, digest, charge_id, claimed_at_ms, process)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (workspace_id, name) DO UPDATE SET digest = excluded.digest,
       charge_id = excluded.charge_id, replays = 0, claimed_at_ms = excluded.claimed_at_ms, is_paid = 0,
       process = excluded.process, form = NULL, answer = NULL`,
    request.workspaceId,
    keyNameOf(request),
    request.mode,
    digestOf(request),
    chargeId,
    nowMs,
    process,
  )
  await removeUnpaid(tx, request)
  return { chargeId, chargedAtMs: null, answer: null }
}

/** Ends the use of a key by a process. */
export async function endClaim(tx: Transaction, request: KeyedRequest, process: string): Promise<void> {
  const sql = 'UPDATE request_keys SET process = NULL WHERE workspace_id = $1 AND name = $2 AND process = $3'
  await tx.run(sql, request.workspaceId, keyNameOf(request), process)
}

/** Stores the answer to a request that holds its key. The first one stays. */
export async function keepAnswer(
  tx: Transaction,
  request: KeyedRequest,
  answer: Uint8Array,
  process: string,
): Promise<void> {
  const { workspaceId, mode, form = '' } = request
  const kept = await tx.run(
    `UPDATE request_keys SET form = $3, answer = $4
     WHERE workspace_id = $1 AND name = $2 AND process = $5 AND answer IS NULL`,
    workspaceId,
    keyNameOf(request),
    form,
    answer,
    process,
  )
  if (kept === 1) await addStored(tx, workspaceId, mode, answer.length)
}

/** Whether the key of a request was used with other parameters. */
export async function isConflict(reader: Reader, request: KeyedRequest, nowMs: number): Promise<boolean> {
  const known = await findKey(reader, request)
  return known !== null && known.claimed_at_ms > nowMs - IDEMPOTENCY_MS && known.digest !== digestOf(request)
}

/** Removes keys that have expired, and their answers. */
export async function forgetKeys(database: Database, nowMs: number): Promise<void> {
  const sql = 'SELECT workspace_id, name FROM request_keys WHERE claimed_at_ms <= $1 ORDER BY claimed_at_ms LIMIT $2'
  const expiredMs = nowMs - IDEMPOTENCY_MS
  for (let count = KEYS_PER_STEP; count === KEYS_PER_STEP;) {
    const old = await database.list<{ workspace_id: string; name: string }>(sql, expiredMs, KEYS_PER_STEP)
    for (const workspaceId of new Set(old.map(({ workspace_id }) => workspace_id))) {
      const names = old.filter(({ workspace_id }) => workspace_id === workspaceId).map(({ name }) => name)
      await database.step(workspaceId, (tx) =>
        Promise.all(names.map((name) => removeKey(tx, workspaceId, name, expiredMs))),
      )
    }
    count = old.length
  }
}

/** Removes a key of a workspace and its answer, unless it was claimed after a time. */
async function removeKey(
  tx: Transaction,
  workspaceId: string,
  name: string,
  upToMs = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  const [removed] = await tx.list<{ mode: KeyMode; bytes: number | null }>(
    `DELETE FROM request_keys WHERE workspace_id = $1 AND name = $2 AND claimed_at_ms <= $3
     RETURNING mode, octet_length(answer) AS bytes`,
    workspaceId,
    name,
    upToMs,
  )
  if (removed !== undefined) await addStored(tx, workspaceId, removed.mode, -(removed.bytes ?? 0))
}

async function findKey(reader: Reader, request: KeyedRequest): Promise<KeyRow | null> {
  const [row] = await reader.list<KeyRow>(
    `SELECT digest, request_keys.charge_id, replays, claimed_at_ms, process, form, answer, at_ms,
       EXISTS (SELECT 1 FROM voids WHERE charge = row_id) AS is_void
     FROM request_keys LEFT JOIN ledger
       ON ledger.workspace_id = request_keys.workspace_id AND ledger.charge_id = request_keys.charge_id
     WHERE request_keys.workspace_id = $1 AND name = $2`,
    request.workspaceId,
    keyNameOf(request),
  )
  return row ?? null
}

/** Removes the oldest keys beyond `MAX_UNPAID_KEYS`. Whether a key was charged is only looked up then, and noted: charges cost nothing more. */
async function removeUnpaid(tx: Transaction, { workspaceId, mode }: KeyedRequest): Promise<void> {
  const oldest = await tx.list<{ name: string; is_paid: number }>(
    `SELECT name, EXISTS (
       SELECT 1 FROM ledger WHERE ledger.workspace_id = request_keys.workspace_id
         AND ledger.charge_id = request_keys.charge_id AND NOT EXISTS (SELECT 1 FROM voids WHERE charge = row_id)
     ) AS is_paid
     FROM request_keys WHERE workspace_id = $1 AND mode = $2 AND is_paid = 0
     ORDER BY claimed_at_ms DESC LIMIT $3 OFFSET $4`,
    workspaceId,
    mode,
    REMOVED_PER_CLAIM,
    MAX_UNPAID_KEYS,
  )
  for (const { name, is_paid } of oldest) {
    const sql = 'UPDATE request_keys SET is_paid = 1 WHERE workspace_id = $1 AND name = $2'
    if (is_paid === 1) await tx.run(sql, workspaceId, name)
    else await removeKey(tx, workspaceId, name)
  }
}
