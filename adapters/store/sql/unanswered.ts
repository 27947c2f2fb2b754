import type { LedgerRow } from '../ledger.ts'
import { addUsage } from './charges.ts'
import type { Transaction } from './database.ts'

/** A charge whose answer depends on this process, and the request that was charged. */
export interface Mark {
  readonly workspaceId: string
  readonly chargeId: string
  readonly reservationId: string
  readonly process: string
}

interface ChargeRow {
  readonly place: number
  readonly key_id: string
  readonly kind: string
  readonly credits: number
  readonly at_ms: number
}

/** Marks a charge, in the step that writes it. Neither exists without the other. `place`: in the ledger. */
export async function markUnanswered(tx: Transaction, mark: Mark, place: number): Promise<void> {
  await tx.run(
    'INSERT INTO unanswered (workspace_id, charge_id, charge, reservation_id, process) VALUES ($1, $2, $3, $4, $5)',
    mark.workspaceId,
    mark.chargeId,
    place,
    mark.reservationId,
    mark.process,
  )
}

/** Whether a charge is marked for this request. */
export async function isMarked(tx: Transaction, { workspaceId, chargeId, reservationId }: Mark): Promise<boolean> {
  const sql = 'SELECT 1 AS found FROM unanswered WHERE workspace_id = $1 AND charge_id = $2 AND reservation_id = $3'
  return (await tx.list(sql, workspaceId, chargeId, reservationId)).length > 0
}

/** The answer was sent: the charge counts, also if it was voided meanwhile. */
export async function confirmCharge(tx: Transaction, workspaceId: string, chargeId: string): Promise<void> {
  if ((await endMark(tx, workspaceId, chargeId)) !== null) return
  // Its month may be closed at this moment: then it is not there any more.
  const [row] = await tx.list<ChargeRow>(
    `SELECT place, key_id, kind, credits, at_ms FROM ledger
     WHERE workspace_id = $1 AND charge_id = $2 AND EXISTS (SELECT 1 FROM voids WHERE charge = place) FOR UPDATE`,
    workspaceId,
    chargeId,
  )
  if (row === undefined) return
  await tx.run('DELETE FROM voids WHERE charge = $1', row.place)
  await addUsage(tx, toRow(workspaceId, chargeId, row), 1)
}

/** The answer was not sent: the charge does not count, unless it was confirmed. */
export async function voidCharge(tx: Transaction, workspaceId: string, chargeId: string): Promise<void> {
  const place = await endMark(tx, workspaceId, chargeId)
  if (place === null) return
  const sql = 'SELECT place, key_id, kind, credits, at_ms FROM ledger WHERE place = $1'
  const [row] = await tx.list<ChargeRow>(sql, place)
  if (row === undefined) return
  await tx.run('INSERT INTO voids (charge) VALUES ($1)', place)
  await addUsage(tx, toRow(workspaceId, chargeId, row), -1)
}

async function endMark(tx: Transaction, workspaceId: string, chargeId: string): Promise<number | null> {
  const sql = 'DELETE FROM unanswered WHERE workspace_id = $1 AND charge_id = $2 RETURNING charge'
  const [mark] = await tx.list<{ charge: number }>(sql, workspaceId, chargeId)
  return mark?.charge ?? null
}

function toRow(workspaceId: string, chargeId: string, { key_id, kind, credits, at_ms }: ChargeRow): LedgerRow {
  return { workspaceId, chargeId, keyId: key_id, record: kind, credits, atMs: at_ms }
}
