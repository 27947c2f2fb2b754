import type { ItemCommit } from '../batches.ts'
import { requireCredits } from '../ledger.ts'
import { endReservation } from './charges.ts'
import type { Database, Reader, Transaction } from './database.ts'
import type { Owed } from './owed.ts'

/** Workspace of a batch. Absent: null, no batch has this id. */
export async function findOwner(reader: Reader, batchId: string): Promise<string | null> {
  const sql = 'SELECT workspace_id FROM batches WHERE id = $1'
  const [row] = await reader.list<{ workspace_id: string }>(sql, batchId)
  return row?.workspace_id ?? null
}

/**
 * Writes the result of an item in a step on its workspace. Rejects: `invalid_charge`; as `write`. Nothing is written
 * then, and the reservation is released.
 */
export async function commitItem(
  database: Database,
  owed: Owed,
  { batchId, credits, reservation }: ItemCommit,
  write: (tx: Transaction) => Promise<'committed' | 'already_committed'>,
): Promise<'committed' | 'already_committed'> {
  try {
    requireCredits(credits, reservation?.credits ?? 0)
    const workspaceId = reservation?.workspaceId ?? (await findOwner(database, batchId))
    return workspaceId === null ? 'already_committed' : await database.step(workspaceId, write)
  } catch (error) {
    if (reservation !== null) {
      const { workspaceId } = reservation
      owed.add(() => database.step(workspaceId, (tx) => endReservation(tx, reservation), 'lossy'))
    }
    throw error
  }
}
