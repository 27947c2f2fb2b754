import { dayOf, monthOf } from '../../../core/policy/index.ts'
import { foreignKey, type Charge, type LedgerRow, type Reservation } from '../ledger.ts'
import type { Reader, Transaction } from './database.ts'
import { requireWorkspace } from './workspaces.ts'

/** Ends a reservation. False: it has ended before, or its process was presumed dead. */
export async function endReservation(tx: Transaction, { id, workspaceId, atMs }: Reservation): Promise<boolean> {
  const sql = 'DELETE FROM reservations WHERE workspace_id = $1 AND month = $2 AND id = $3'
  return (await tx.run(sql, workspaceId, monthOf(atMs), id)) === 1
}

/**
 * Writes a charge, in a step on its workspace. Returns its row_id in the ledger. Absent: null, it was written before.
 *
 * Rejects: `unknown_key`, `unknown_workspace`.
 */
export async function writeCharge(
  tx: Transaction,
  { workspaceId, atMs }: Pick<Reservation, 'workspaceId' | 'atMs'>,
  { chargeId, keyId, record, credits }: Charge,
): Promise<number | null> {
  const [written] = await tx.list<{ row_id: number }>(
    `INSERT INTO ledger (workspace_id, charge_id, key_id, record, credits, at_ms)
     SELECT workspace_id, $2, id, $4, $5, $6 FROM keys WHERE id = $3 AND workspace_id = $1
       AND EXISTS (SELECT 1 FROM workspaces WHERE id = $1 AND erased_at_ms IS NULL)
     ON CONFLICT (workspace_id, charge_id) DO NOTHING RETURNING row_id`,
    workspaceId,
    chargeId,
    keyId,
    record,
    credits,
    atMs,
  )
  if (written !== undefined) {
    await addUsage(tx, { workspaceId, chargeId, keyId, record, credits, atMs }, 1)
    return written.row_id
  }
  await requireWorkspace(tx, workspaceId)
  if (!(await hasCharge(tx, workspaceId, chargeId))) throw foreignKey(workspaceId, keyId)
  return null
}

export async function hasCharge(reader: Reader, workspaceId: string, chargeId: string): Promise<boolean> {
  const sql = 'SELECT 1 AS found FROM ledger WHERE workspace_id = $1 AND charge_id = $2'
  return (await reader.list(sql, workspaceId, chargeId)).length > 0
}

/** Counts a charge. -1: it does not count any more. */
export async function addUsage(
  tx: Transaction,
  { workspaceId, keyId, record, credits, atMs }: LedgerRow,
  count: 1 | -1,
): Promise<void> {
  const usage = tx.run(
    `INSERT INTO usage (workspace_id, day, key_id, record, charges, credits) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (workspace_id, day, key_id, record)
     DO UPDATE SET charges = usage.charges + excluded.charges, credits = usage.credits + excluded.credits`,
    workspaceId,
    dayOf(atMs),
    keyId,
    record,
    count,
    count * credits,
  )
  const account = tx.run(
    `INSERT INTO accounts (workspace_id, month, used_credits) VALUES ($1, $2, $3)
     ON CONFLICT (workspace_id, month) DO UPDATE SET used_credits = accounts.used_credits + excluded.used_credits`,
    workspaceId,
    monthOf(atMs),
    count * credits,
  )
  await Promise.all([usage, account])
}
