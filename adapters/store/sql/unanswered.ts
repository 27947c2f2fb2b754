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
  readonly row_id: number
  readonly key_id: string
  readonly record: string
  readonly credits: number
  readonly at_ms: number
}

/** Marks a charge, in the step that writes it. Neither exists without the other. `rowId`: in the ledger. */
export async function markUnanswered(tx: Transaction, mark: Mark, rowId: number): Promise<void> {
  await tx.run(
    'INSERT INTO unanswered (workspace_id, charge_id, charge, reservation_id, process) VALUES ($1, $2, $3, $4, $5)',
    mark.workspaceId,
    mark.chargeId,
    rowId,
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
    `SELECT row_id, key_id, record, credits, at_ms FROM ledger
     WHERE workspace_id = $1 AND charge_id = $2 AND EXISTS (SELECT 1 FROM voids WHERE charge = row_id) FOR UPDATE`,
    workspaceId,
    chargeId,
  )
  if (row === undefined) return
  await tx.run('DELETE FROM voids WHERE charge = $1', row.row_id)
  await addUsage(tx, toRow(workspaceId, chargeId, row), 1)
}

/** The answer was not sent: the charge does not count, unless it was confirmed. */
export async function voidCharge(tx: Transaction, workspaceId: string, chargeId: string): Promise<void> {
  const rowId = await endMark(tx, workspaceId, chargeId)
  if (rowId === null) return
  const sql = 'SELECT row_id, key_id, record, credits, at_ms FROM ledger WHERE row_id = $1'
  const [row] = await tx.list<ChargeRow>(sql, rowId)
  if (row === undefined) return
  await tx.run('INSERT INTO voids (charge) VALUES ($1)', rowId)
  await addUsage(tx, toRow(workspaceId, chargeId, row), -1)
}

async function endMark(tx: Transaction, workspaceId: string, chargeId: string): Promise<number | null> {
  const sql = 'DELETE FROM unanswered WHERE workspace_id = $1 AND charge_id = $2 RETURNING charge'
  const [mark] = await tx.list<{ charge: number }>(sql, workspaceId, chargeId)
  return mark?.charge ?? null
}

function toRow(workspaceId: string, chargeId: string, { key_id, record, credits, at_ms }: ChargeRow): LedgerRow {
  return { workspaceId, chargeId, keyId: key_id, record: record, credits, atMs: at_ms }
}
