import {
  afterAttempt,
  type AttemptOutcome,
  type Delivery,
  type DeliveryLane,
  type DeliveryStatus,
} from '../../../core/policy/index.ts'
import type { Lease } from '../batches.ts'
import type { Reader, Transaction } from './database.ts'

/** Subject of the steps that claim attempts, and end them. */
export const OUTBOX = 'outbox'

export type OutboxKind = 'batch' | 'watch' | 'event' | 'alert'

/** Something that is sent. */
export interface Letter {
  readonly kind: OutboxKind
  readonly id: string
  readonly workspaceId?: string | undefined
  /** Of the receiver. Default: empty, its owner knows it. */
  readonly origin?: string | undefined
  /** Default: empty, it is made for each attempt. */
  readonly body?: string | undefined
  /** When the first attempt is due. null: later, see `makeDue`. */
  readonly dueMs: number | null
}

/** State of a letter. Its columns in another query: `DELIVERY`. */
export interface OutboxRow {
  readonly delivery_status: DeliveryStatus | null
  readonly delivery_attempts: number
  readonly delivery_at_ms: number | null
  readonly delivery_error: string | null
  readonly delivered_at_ms: number | null
}

/** A letter whose attempt is due. */
export interface DueLetter extends DeliveryLane {
  readonly kind: OutboxKind
  readonly id: string
  readonly body: string
  readonly attempts: number
}

/** Columns of a letter, beside those of its owner. */
export const DELIVERY = `outbox.status AS delivery_status, outbox.attempts AS delivery_attempts,
  outbox.due_at_ms AS delivery_at_ms, outbox.last_error AS delivery_error, outbox.sent_at_ms AS delivered_at_ms`

/** Absent: null, nothing is sent. */
export function toDelivery(row: OutboxRow): Delivery | null {
  if (row.delivery_status === null) return null
  return {
    status: row.delivery_status,
    attempts: row.delivery_attempts,
    nextAtMs: row.delivery_at_ms,
    lastError: row.delivery_error,
    deliveredAtMs: row.delivered_at_ms,
  }
}

/** Adds a letter, once for each id. False: it was added before. */
export async function addLetter(tx: Transaction, letter: Letter, nowMs: number): Promise<boolean> {
  const { kind, id, workspaceId = '', origin = '', body = '', dueMs } = letter
  const added = await tx.run(
    `INSERT INTO outbox (kind, id, workspace_id, origin, body, added_at_ms, status, due_at_ms)
     VALUES ($1, $2, $3, $4, $5, $6, 'pending', $7) ON CONFLICT (kind, id) DO NOTHING`,
    kind,
    id,
    workspaceId,
    origin,
    body,
    nowMs,
    dueMs,
  )
  return added === 1
}

/** Makes a letter due, beginning with the first attempt. `origin`: of another receiver. Returns whether there is one. */
export async function makeDue(
  tx: Transaction,
  kind: OutboxKind,
  id: string,
  nowMs: number,
  origin: string | null = null,
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE outbox SET status = 'pending', attempts = 0, due_at_ms = $3, until_ms = 0, origin = coalesce($4, origin)
     WHERE kind = $1 AND id = $2`,
    kind,
    id,
    nowMs,
    origin,
  )
  return changed === 1
}

/** Letters of some kinds that are due, at most so many of each workspace and origin. Order: in turn, then by time. */
export function listDueLetters(
  reader: Reader,
  kinds: readonly OutboxKind[],
  perLane: number,
  nowMs: number,
): Promise<DueLetter[]> {
  return reader.list<DueLetter>(
    `SELECT kind, id, workspace_id AS "workspaceId", origin, body, attempts FROM (
       SELECT outbox.*, row_number() OVER (PARTITION BY workspace_id, origin ORDER BY due_at_ms) AS turn
       FROM outbox WHERE ${isOneOf(kinds)} AND due_at_ms <= $1 AND until_ms <= $1
     ) AS due WHERE turn <= $2 ORDER BY turn, due_at_ms`,
    nowMs,
    perLane,
  )
}

/** Lanes of the attempts in progress. */
export function listSending(reader: Reader, kinds: readonly OutboxKind[], nowMs: number): Promise<DeliveryLane[]> {
  return reader.list<DeliveryLane>(
    `SELECT workspace_id AS "workspaceId", origin FROM outbox WHERE ${isOneOf(kinds)} AND due_at_ms <= $1 AND until_ms > $1`,
    nowMs,
  )
}

/** Gives an attempt that is due to this process. */
export async function leaseLetter(
  tx: Transaction,
  { kind, id }: Pick<DueLetter, 'kind' | 'id'>,
  { nowMs, leaseMs }: Lease,
): Promise<void> {
  const sql = 'UPDATE outbox SET until_ms = $3 WHERE kind = $1 AND id = $2'
  await tx.run(sql, kind, id, nowMs + leaseMs)
}

/** Claims letters that are due, the oldest first. */
export async function claimLetters(
  tx: Transaction,
  kind: OutboxKind,
  most: number,
  lease: Lease,
): Promise<readonly DueLetter[]> {
  const due = await tx.list<DueLetter>(
    `SELECT kind, id, workspace_id AS "workspaceId", origin, body, attempts FROM outbox
     WHERE kind = $1 AND due_at_ms <= $2 AND until_ms <= $2 ORDER BY due_at_ms LIMIT $3`,
    kind,
    lease.nowMs,
    most,
  )
  await Promise.all(due.map((letter) => leaseLetter(tx, letter, lease)))
  return due
}

/** Extends the lease of an attempt in progress. If it has an outcome: no effect. */
export async function renewLease(
  tx: Transaction,
  kind: OutboxKind,
  { id, attempt }: { readonly id: string; readonly attempt: number },
  { nowMs, leaseMs }: Lease,
): Promise<void> {
  await tx.run(
    `UPDATE outbox SET until_ms = $3
     WHERE kind = $1 AND id = $2 AND attempts = $4 AND due_at_ms IS NOT NULL AND until_ms > 0`,
    kind,
    id,
    nowMs + leaseMs,
    attempt - 1,
  )
}

/** Writes the outcome of an attempt. False: it has one. */
export async function endLetterAttempt(
  tx: Transaction,
  kind: OutboxKind,
  { id, attempt }: { readonly id: string; readonly attempt: number },
  outcome: AttemptOutcome,
  nowMs: number,
): Promise<boolean> {
  const [row] = await tx.list<OutboxRow>(`SELECT ${DELIVERY} FROM outbox WHERE kind = $1 AND id = $2`, kind, id)
  const delivery = row === undefined ? null : toDelivery(row)
  if (delivery === null || delivery.nextAtMs === null || delivery.attempts !== attempt - 1) return false
  const after = afterAttempt(delivery, outcome, nowMs)
  await tx.run(
    `UPDATE outbox SET status = $3, attempts = $4, due_at_ms = $5, until_ms = 0, last_error = $6, sent_at_ms = $7
     WHERE kind = $1 AND id = $2`,
    kind,
    id,
    after.status,
    after.attempts,
    after.nextAtMs,
    after.lastError,
    after.deliveredAtMs,
  )
  return true
}

function isOneOf(kinds: readonly OutboxKind[]): string {
  return `kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`
}
