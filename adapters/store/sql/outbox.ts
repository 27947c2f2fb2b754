import {
  afterAttempt,
  pickDeliveries,
  toDeliveryAttempt,
  type AttemptOutcome,
  type Delivery,
  type DeliveryLane,
  type DeliverySlots,
  type DeliveryStatus,
} from '../../../core/policy/index.ts'
import type { Lease } from '../batches.ts'
import type { DeliveryClaim, NewLetter, Outbox, OutboxType, WaitingLetters } from '../outbox.ts'
import { addAttempt } from './attempts.ts'
import { forgetBucketKeys } from './bucket-keys.ts'
import { endEntry } from './audit.ts'
import type { Database, Reader, Transaction } from './database.ts'

/** Subject of the steps that claim attempts, and end them. */
export const OUTBOX = 'outbox'

/** Something that is sent. */
interface Letter extends Omit<NewLetter, 'type' | 'body'> {
  readonly type: OutboxType
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
  const { type, id, workspaceId = '', origin = '', body = '', dueMs } = letter
  const added = await tx.run(
    `INSERT INTO outbox (type, id, workspace_id, origin, body, added_at_ms, status, due_at_ms)
     VALUES ($1, $2, $3, $4, $5, $6, 'pending', $7) ON CONFLICT (type, id) DO NOTHING`,
    type,
    id,
    workspaceId,
    origin,
    body,
    nowMs,
    dueMs,
  )
  return added === 1
}

/** Makes a letter due, beginning with the first attempt. No effect without a letter. */
export async function makeDue(tx: Transaction, type: OutboxType, id: string, nowMs: number): Promise<void> {
  const sql = `UPDATE outbox SET status = 'pending', attempts = 0, due_at_ms = $3, until_ms = 0 WHERE type = $1 AND id = $2`
  await tx.run(sql, type, id, nowMs)
}

/** A letter whose attempt is due. */
interface DueLetter extends DeliveryLane, Omit<DeliveryClaim, 'attempt'> {
  readonly attempts: number
}

export class SqlOutbox implements Outbox {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  add(letter: NewLetter, nowMs: number): Promise<boolean> {
    const { workspaceId } = letter
    return this.database.step(workspaceId ?? OUTBOX, async (tx) => {
      const sql = 'SELECT 1 AS found FROM workspaces WHERE id = $1 AND erased_at_ms IS NULL'
      if (workspaceId !== undefined && (await tx.list(sql, workspaceId)).length === 0) return false
      return addLetter(tx, { ...letter, dueMs: nowMs }, nowMs)
    })
  }

  claim(types: readonly OutboxType[], slots: DeliverySlots, lease: Lease): Promise<readonly DeliveryClaim[]> {
    return this.database.step(OUTBOX, async (tx) => {
      const [sending, due] = await Promise.all([
        listSending(tx, types, lease.nowMs),
        listDue(tx, types, slots.perOrigin, lease.nowMs),
      ])
      const claims = pickDeliveries(due, sending, slots).map(({ type, id, workspaceId, body, attempts }) => {
        return { type, id, workspaceId, body, attempt: attempts + 1 }
      })
      const sql = 'UPDATE outbox SET until_ms = $3 WHERE type = $1 AND id = $2'
      await Promise.all(claims.map(({ type, id }) => tx.run(sql, type, id, lease.nowMs + lease.leaseMs)))
      return claims
    })
  }

  async renew({ type, id, attempt }: DeliveryClaim, { nowMs, leaseMs }: Lease): Promise<void> {
    const sql = `UPDATE outbox SET until_ms = $3
      WHERE type = $1 AND id = $2 AND attempts = $4 AND due_at_ms IS NOT NULL AND until_ms > 0`
    await this.database.step(OUTBOX, (tx) => tx.run(sql, type, id, nowMs + leaseMs, attempt - 1))
  }

  endAttempt(claim: DeliveryClaim, outcome: AttemptOutcome, nowMs: number, durationMs = 0): Promise<void> {
    return this.database.step(OUTBOX, (tx) => endAttempt(tx, claim, outcome, nowMs, durationMs))
  }

  async readWaiting(type: OutboxType): Promise<WaitingLetters> {
    const sql = 'SELECT last_error FROM outbox WHERE type = $1 AND due_at_ms IS NOT NULL ORDER BY due_at_ms'
    const rows = await this.database.list<{ last_error: string | null }>(sql, type)
    return { count: rows.length, lastError: rows[0]?.last_error ?? null }
  }

  async forget(beforeMs: number): Promise<void> {
    const sql = `DELETE FROM outbox WHERE added_at_ms < $1 AND (type = 'alert' OR type = 'event' AND due_at_ms IS NULL)`
    await this.database.step(OUTBOX, (tx) => tx.run(sql, beforeMs))
  }
}

/** Letters that are due, at most `perLane` of each workspace and origin. Order: in turn, then by time. */
function listDue(reader: Reader, types: readonly OutboxType[], perLane: number, nowMs: number): Promise<DueLetter[]> {
  return reader.list<DueLetter>(
    `SELECT type, id, workspace_id AS "workspaceId", origin, body, attempts FROM (
       SELECT outbox.*, row_number() OVER (PARTITION BY workspace_id, origin ORDER BY due_at_ms) AS turn
       FROM outbox WHERE ${isOneOf(types)} AND due_at_ms <= $1 AND until_ms <= $1
     ) AS due WHERE turn <= $2 ORDER BY turn, due_at_ms`,
    nowMs,
    perLane,
  )
}

/** Lanes of the attempts in progress. */
function listSending(reader: Reader, types: readonly OutboxType[], nowMs: number): Promise<DeliveryLane[]> {
  return reader.list<DeliveryLane>(
    `SELECT workspace_id AS "workspaceId", origin FROM outbox WHERE ${isOneOf(types)} AND due_at_ms <= $1 AND until_ms > $1`,
    nowMs,
  )
}

function isOneOf(types: readonly OutboxType[]): string {
  return `type IN (${types.map((type) => `'${type}'`).join(', ')})`
}

async function endAttempt(
  tx: Transaction,
  { type, id, attempt }: DeliveryClaim,
  outcome: AttemptOutcome,
  nowMs: number,
  durationMs: number,
): Promise<void> {
  const [row] = await tx.list<OutboxRow>(`SELECT ${DELIVERY} FROM outbox WHERE type = $1 AND id = $2`, type, id)
  const delivery = row === undefined ? null : toDelivery(row)
  if (delivery === null || delivery.nextAtMs === null || delivery.attempts !== attempt - 1) return
  const after = afterAttempt(delivery, outcome, nowMs)
  await tx.run(
    `UPDATE outbox SET status = $3, attempts = $4, due_at_ms = $5, until_ms = 0, last_error = $6, sent_at_ms = $7
     WHERE type = $1 AND id = $2`,
    type,
    id,
    after.status,
    after.attempts,
    after.nextAtMs,
    after.lastError,
    after.deliveredAtMs,
  )
  if (type === 'batch') await addAttempt(tx, id, toDeliveryAttempt(attempt, outcome, nowMs, durationMs))
  if (type === 'bucket' && after.nextAtMs === null) {
    await makeDue(tx, 'batch', id, nowMs)
    if (outcome.ok) await forgetBucketKeys(tx, id)
  }
  if (type === 'alert' && after.nextAtMs === null) {
    await endEntry(tx, id, { outcome: outcome.ok ? 'ok' : outcome.error, workspaceId: null, subjectId: null })
  }
}
